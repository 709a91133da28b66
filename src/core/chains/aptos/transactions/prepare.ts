import type { ChainCall } from '../../family/call.ts'
import { Refusal } from '../../family/outcome.ts'
import type { WalletOwner } from '../../family/wallet-owner.ts'
import { type PayloadInput, payloadLayout } from '../bcs/payload.ts'
import type { AptosClientOptions } from '../client-options.ts'
import { leastPrice, unitsPerTransaction } from '../limits.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { type AptosFailure, failureOf, lacksCoin } from './failures.ts'
import { type GasUse, unitsAt } from './gas.ts'
import { type Sending, type Simulated, simulate } from './simulate.ts'

/** Ours: added to a simulation's gas, because earlier transactions may make this one cost more. */
const marginPercent = 30n

/** The parts of a call. */
export interface CallParts {
  payload: PayloadInput
  /** What it calls or changes, to show to the person. */
  to: string | null
  /** The wallet that signs beside the treasury; null: none. */
  owner: WalletOwner
  /** Octas that the call sends. */
  value?: bigint
  /** The gas use to assume if the treasury cannot pay for a simulation. */
  atWorst: GasUse
}

export type PrepareOptions = Pick<AptosClientOptions, 'chainId' | 'treasury' | 'user'>

/** The sender of a project's calls, and the gas price at which they are simulated. */
export function sendingOf(
  { chainId, treasury, user }: PrepareOptions,
  projectIndex: number,
  owner: WalletOwner,
  price: bigint = leastPrice,
): Sending {
  return {
    ...{ chainId, price: price > leastPrice ? price : leastPrice, sender: treasury(projectIndex) },
    second: owner === null ? null : user(projectIndex, owner),
  }
}

/**
 * The call of a payload, with its gas.
 * @param placeOf finds the token that a failure is about
 * @throws Refusal if the simulation fails for another reason than lack of coin
 */
export async function chargedCall(
  node: AptosRpc,
  sending: Sending,
  { payload, to, owner, value = 0n, atWorst }: CallParts,
  placeOf: (failure: AptosFailure) => Promise<number | undefined> = async () => undefined,
): Promise<ChainCall> {
  const said = await simulate(node, payload, sending)
  return {
    to,
    data: `0x${Buffer.from(payloadLayout.serialize(payload).toBytes()).toString('hex')}`,
    value: value.toString(),
    weight: (await weightOf(said, unitsAt(atWorst, sending.price), placeOf)).toString(),
    ...(owner === null ? {} : { owner }),
  }
}

async function weightOf(
  { ok, vmStatus, units }: Simulated,
  unitsAtWorst: bigint,
  placeOf: (failure: AptosFailure) => Promise<number | undefined>,
): Promise<bigint> {
  if (ok) return withMargin(units)
  // The signer queue sees the cost and waits for the coin.
  if (lacksCoin(vmStatus)) return withMargin(unitsAtWorst)
  const failure = failureOf(vmStatus)
  const place = await placeOf(failure)
  const { code, message } = failure
  throw new Refusal({ kind: 'failed', code, message, ...(place === undefined ? {} : { place }) })
}

/** The gas limit of a transaction. */
export function withMargin(units: bigint): bigint {
  const wanted = (units * (100n + marginPercent)) / 100n + 1n
  return wanted < unitsPerTransaction ? wanted : unitsPerTransaction
}
