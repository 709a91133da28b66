import { balanceOf, sequenceOf } from '../accounts.ts'
import type { PayloadInput } from '../bcs/payload.ts'
import type { AptosAccount } from '../key-pair.ts'
import { unitsPerTransaction } from '../limits.ts'
import { feeStatement, simulationAnswer } from '../rpc/answers.ts'
import { aptosFault } from '../rpc/fault.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { sequenceMoved, withoutCoin } from './failures.ts'
import { transactionOf, unsignedBytes } from './signing.ts'

/** The signers of a transaction, and the gas price. */
export interface Sending {
  chainId: number
  sender: AptosAccount
  second: AptosAccount | null
  /** Octas per unit of gas. The higher it is, the fewer units are charged for storage. */
  price: bigint
}

/** The result of a simulation. */
export interface Simulated {
  ok: boolean
  vmStatus: string
  /** Units of gas charged, those for storage included. */
  units: bigint
  /** Octas of it for storage, the same at every price; 0 if the node does not report them separately. */
  storage: bigint
}

/** Ours: the account's sequence may move between its reading and its use. */
const tries = 5

/** Simulates a payload on the newest state, without signatures. */
export async function simulate(node: AptosRpc, payload: PayloadInput, sending: Sending): Promise<Simulated> {
  for (let left = tries; ; left--) {
    const sequence = await sequenceOf(node, sending.sender.address)
    const transaction = transactionOf(payload, {
      ...{ chainId: sending.chainId, sender: sending.sender.address, sequence },
      ...{ units: unitsPerTransaction, price: sending.price },
    })
    const said = await simulated(node, unsignedBytes(transaction, sending.sender, sending.second), sending)
    if (left === 1 || !sequenceMoved(said.vmStatus)) return said
  }
}

async function simulated(node: AptosRpc, signed: Uint8Array, { sender }: Sending): Promise<Simulated> {
  try {
    // The node takes as much gas as the account can pay for.
    const path = '/transactions/simulate?estimate_max_gas_amount=true'
    const [said] = (await node.ask(path, simulationAnswer, { signed })).value
    if (!said) throw new Error('a simulation without an answer')
    return { ok: said.success, vmStatus: said.vm_status, units: said.gas_used, storage: storageIn(said.events) }
  } catch (error) {
    // The node cannot estimate what an account can pay that never received coin.
    if (aptosFault(error).kind !== 'answer' || (await balanceOf(node, sender.address)) > 0n) throw error
    return { ok: false, vmStatus: withoutCoin, units: 0n, storage: 0n }
  }
}

/** Storage that is not reported separately counts as units: at a price above the simulated one that is too much, never too little. */
function storageIn(events: readonly { type: string; data: unknown }[]): bigint {
  const statement = events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  const read = feeStatement.safeParse(statement?.data)
  return read.success ? read.data.storage_fee_octas : 0n
}
