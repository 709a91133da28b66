import type { CollectionFacts } from '../../family/collections.ts'
import type { BatchShape, Cost, Rehearsal } from '../../family/fees.ts'
import { sequenceOf } from '../accounts.ts'
import { textsOf } from '../collections.ts'
import type { AptosRpc } from '../rpc/rpc.ts'
import { mintPayload } from '../scripts/payloads.ts'
import { readFees } from './fees.ts'
import { collectionUnits, mintUnits } from './gas.ts'
import { withMargin } from './prepare.ts'
import { type Sending, simulate } from './simulate.ts'

/** Ours: how long a name is taken to be where there is none yet. */
const usualName = 'x'.repeat(24)
/** The same of a URI: of a file in a folder on IPFS. */
const usualUri = `ipfs://${'x'.repeat(59)}/${'x'.repeat(10)}`

/**
 * What a run would use of gas: mints into a collection that is there are simulated, once for each size of a batch; what cannot be simulated yet
 * is reckoned. @param deployed the collection is on chain
 */
export async function rehearse(
  node: AptosRpc,
  sending: Sending,
  { facts, deployed, batches }: { facts: CollectionFacts; deployed: boolean; batches: readonly BatchShape[] },
): Promise<Rehearsal> {
  const { name } = facts
  const price = (await readFees(node)).expected.max
  const known = new Map<string, bigint>()
  const unitsFor = async (shape: BatchShape): Promise<bigint> => {
    const tokens = tokensLike(shape, sending.sender.address)
    const alike = `${shape.size} ${tokens[0]?.uri.length}`
    const units = known.get(alike) ?? (await mintsUse(node, sending, { name, deployed, tokens }))
    known.set(alike, units)
    return units
  }
  const found: Cost[] = []
  for (const shape of batches) found.push(costOf(await unitsFor(shape), price))
  return {
    deployment: deployed ? [] : [costOf(await creationUnits(node, sending, facts), price)],
    trees: [],
    batches: found,
  }
}

async function creationUnits(node: AptosRpc, { sender }: Sending, facts: CollectionFacts): Promise<bigint> {
  return collectionUnits(textsOf(facts), (await sequenceOf(node, sender.address)) === 0)
}

async function mintsUse(
  node: AptosRpc,
  sending: Sending,
  { name, deployed, tokens }: { name: string; deployed: boolean; tokens: ReturnType<typeof tokensLike> },
): Promise<bigint> {
  if (!deployed) return mintUnits(tokens)
  const { ok, units } = await simulate(node, mintPayload(name, tokens), sending)
  // Of a collection that is full, or a treasury without coin, as much is reckoned as of one that is not there yet.
  return ok ? units : mintUnits(tokens)
}

function tokensLike(shape: BatchShape, recipient: string): { name: string; uri: string; recipient: string }[] {
  const uri = shape.kind === 'batch' ? usualUri : shape.uri
  return new Array(shape.size).fill({ name: usualName, uri, recipient })
}

/** What is signed for is a margin more, which is paid only where it is used. */
function costOf(units: bigint, price: bigint): Cost {
  return { weight: units, extra: 0n, extraAtMost: (withMargin(units) - units) * price }
}
