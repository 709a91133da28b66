import type { CollectionFacts } from '../../family/collections.ts'
import type { BatchShape, Cost, Rehearsal } from '../../family/fees.ts'
import { sequenceOf } from '../accounts.ts'
import { textsOf } from '../collections.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { mintPayload } from '../scripts/payloads.ts'
import { readFees } from './fees.ts'
import { collectionUse, type GasUse, mintsUse, unitsAt } from './gas.ts'
import { withMargin } from './prepare.ts'
import { type Sending, simulate } from './simulate.ts'

/** Ours: stands for a name that is not known yet; only its length counts. */
const usualName = 'x'.repeat(24)
/** The same for a URI: of a file in a folder on IPFS. */
const usualUri = `ipfs://${'x'.repeat(59)}/${'x'.repeat(10)}`

/**
 * The gas that a run would use. Mints into an existing collection are simulated, once for each size of batch; what cannot be simulated yet is
 * estimated. `weight` is paid at the gas price; storage costs the same at every price, so it is in `extra`. @param deployed on chain
 */
export async function rehearse(
  node: AptosRpc,
  sending: Sending,
  { facts, deployed, batches }: { facts: CollectionFacts; deployed: boolean; batches: readonly BatchShape[] },
): Promise<Rehearsal> {
  const { name } = facts
  const price = (await readFees(node)).high.max
  const known = new Map<string, GasUse>()
  const gasFor = async (shape: BatchShape): Promise<GasUse> => {
    const tokens = tokensLike(shape, sending.sender.address)
    const alike = `${shape.size} ${tokens[0]?.uri.length}`
    const use = known.get(alike) ?? (await batchUse(node, sending, { name, deployed, tokens }))
    known.set(alike, use)
    return use
  }
  const found: Cost[] = []
  for (const shape of batches) found.push(costOf(await gasFor(shape), price))
  return {
    deployment: deployed ? [] : [costOf(await creationUse(node, sending, facts), price)],
    trees: [],
    batches: found,
  }
}

async function creationUse(node: AptosRpc, { sender }: Sending, facts: CollectionFacts): Promise<GasUse> {
  return collectionUse(textsOf(facts), (await sequenceOf(node, sender.address)) === 0)
}

async function batchUse(
  node: AptosRpc,
  sending: Sending,
  { name, deployed, tokens }: { name: string; deployed: boolean; tokens: ReturnType<typeof tokensLike> },
): Promise<GasUse> {
  if (!deployed) return mintsUse(tokens)
  const { ok, units, storage } = await simulate(node, mintPayload(name, tokens), sending)
  // For a full collection, or a treasury without coin, the estimate is that of a new collection.
  return ok ? { units: units - storage / sending.price, storage } : mintsUse(tokens)
}

function tokensLike(shape: BatchShape, recipient: string): { name: string; uri: string; recipient: string }[] {
  const uri = shape.kind === 'batch' ? usualUri : shape.uri
  return new Array(shape.size).fill({ name: usualName, uri, recipient })
}

/** Storage is charged in whole units of gas: rounding adds one unit at most. */
const rounding = 1n

/** `extraAtMost`: what the gas limit allows beyond `weight` at the price `high`: storage, and a margin on both, which is paid only if it is used. */
function costOf({ units, storage }: GasUse, high: bigint): Cost {
  const weight = units + rounding
  const signed = withMargin(unitsAt({ units: weight, storage }, high))
  return { weight, extra: storage, extraAtMost: (signed - weight) * high }
}
