import { sequenceOf } from '../accounts.ts'
import type { PayloadInput } from '../bcs/payload.ts'
import type { AptosAccount } from '../key-pair.ts'
import { unitsPerTransaction } from '../limits.ts'
import { simulationAnswer } from '../rpc/answers.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { sequenceMoved } from './failures.ts'
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
  units: bigint
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
    const { value } = await node.ask(
      // As much gas as the account can pay for.
      '/transactions/simulate?estimate_max_gas_amount=true',
      simulationAnswer,
      { signed: unsignedBytes(transaction, sending.sender, sending.second) },
    )
    const [said] = value
    if (!said) throw new Error('a simulation without an answer')
    if (left > 1 && sequenceMoved(said.vm_status)) continue
    return { ok: said.success, vmStatus: said.vm_status, units: said.gas_used }
  }
}
