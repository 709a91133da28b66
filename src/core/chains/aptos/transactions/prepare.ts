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

/** Ours: what is added to a simulation's gas; others may be there first and make it cost more. */
const marginPercent = 30n

/** What a call is made of. */
export interface CallParts {
  payload: PayloadInput
  /** What it calls or changes, for a person. */
  to: string | null
  /** The wallet that signs beside the treasury; null: none. */
  owner: WalletOwner
  /** Octas that it sends. */
  value?: bigint
  /** What it is taken to need where the treasury cannot pay for a simulation now. */
  atWorst: GasUse
}

export type PrepareOptions = Pick<AptosClientOptions, 'chainId' | 'treasury' | 'user'>

/** Who sends the calls of a project, and at what price they are simulated. */
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
 * @param placeOf where one of several things may be wrong: which one
 * @throws Refusal when the chain says that it would fail; not for want of coin
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
  // Whoever signs sees what it costs, and waits for the coin.
  if (lacksCoin(vmStatus)) return withMargin(unitsAtWorst)
  const failure = failureOf(vmStatus)
  const place = await placeOf(failure)
  const { code, message } = failure
  throw new Refusal({ kind: 'failed', code, message, ...(place === undefined ? {} : { place }) })
}

/** The gas that is asked for. */
export function withMargin(units: bigint): bigint {
  const wanted = (units * (100n + marginPercent)) / 100n + 1n
  return wanted < unitsPerTransaction ? wanted : unitsPerTransaction
}
