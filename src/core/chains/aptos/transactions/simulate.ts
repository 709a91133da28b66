import { balanceOf, sequenceOf } from '../accounts.ts'
import type { PayloadInput } from '../bcs/payload.ts'
import type { AptosAccount } from '../key-pair.ts'
import { unitsPerTransaction } from '../limits.ts'
import { feeStatement, simulationAnswer } from '../rpc/answers.ts'
import { aptosFault } from '../rpc/fault.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { sequenceMoved, withoutCoin } from './failures.ts'
import { transactionOf, unsignedBytes } from './signing.ts'

/** Who sends a transaction, and what it may pay. */
export interface Sending {
  chainId: number
  sender: AptosAccount
  second: AptosAccount | null
  /** Octas a unit of gas: of storage, fewer units are charged the more they cost. */
  price: bigint
}

/** What a node says that a transaction would come to. */
export interface Simulated {
  ok: boolean
  vmStatus: string
  /** All that is charged, those for storage included. */
  units: bigint
  /** Octas of it for storage, which are the same at every price; 0 where the node does not say them apart. */
  storage: bigint
}

/** Ours: the account's sequence may move between being asked for and being used. */
const tries = 5

/** What a payload would come to on the newest state, without anybody's signature. */
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
    // As much gas as the account can pay for.
    const path = '/transactions/simulate?estimate_max_gas_amount=true'
    const [said] = (await node.ask(path, simulationAnswer, { signed })).value
    if (!said) throw new Error('a simulation without an answer')
    return { ok: said.success, vmStatus: said.vm_status, units: said.gas_used, storage: storageIn(said.events) }
  } catch (error) {
    // What an account could pay cannot be told of one that nobody ever sent anything.
    if (aptosFault(error).kind !== 'answer' || (await balanceOf(node, sender.address)) > 0n) throw error
    return { ok: false, vmStatus: withoutCoin, units: 0n, storage: 0n }
  }
}

/** What is not said apart counts as units: at a price above the one simulated at, that is too much and never too little. */
function storageIn(events: readonly { type: string; data: unknown }[]): bigint {
  const statement = events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  const read = feeStatement.safeParse(statement?.data)
  return read.success ? read.data.storage_fee_octas : 0n
}
