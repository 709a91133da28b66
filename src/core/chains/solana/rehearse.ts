import { z } from 'zod'
import type { BatchShape, Cost, Rehearsal, TreeSize } from '../family.ts'
import { priorityPrice } from './priority.ts'
import type { SolanaRpc } from './rpc.ts'
import { treeBytes } from './tree-size.ts'

export interface RehearsalWish {
  /** The collection is on chain. */
  deployed: boolean
  batches: readonly BatchShape[]
  newTree: TreeSize | null
}

const lamportsPerSignature = 5_000n
/** Measured with the programs of programs.ts (docs/solana.md): compute of one compressed mint, of a collection, of a tree. */
const unitsPerMint = 60_000n
const unitsOfCollection = 200_000n
const unitsOfTree = 60_000n
/** Bytes of the accounts of a collection or of an NFT that is no leaf: mint, metadata, edition, token account; and of a tree's counter. */
const collectionAccounts = [82, 607, 42, 165]
const treeConfigBytes = 96
/** What Token Metadata takes for a new NFT beside its rent, lamports (its fee of 2023). */
const metadataFee = 10_000_000n

/** What a run would cost: rent and fees as the chain asks them now. A compressed mint pays fees only. */
export async function rehearse(rpc: SolanaRpc, { deployed, batches, newTree }: RehearsalWish): Promise<Rehearsal> {
  const price = await priorityPrice(rpc)
  const rent = async (bytes: number) => BigInt(await rpc.call('getMinimumBalanceForRentExemption', [bytes], z.number()))
  const cost = (signatures: bigint, units: bigint, besides: bigint): Cost => {
    const extra = lamportsPerSignature * signatures + (price * units + 999_999n) / 1_000_000n + besides
    return { weight: units, extra, extraAtMost: extra }
  }
  const deployment: Cost[] = []
  if (!deployed) deployment.push(cost(2n, unitsOfCollection, await accountCost(rent)))
  if (newTree !== null)
    deployment.push(cost(2n, unitsOfTree, (await rent(treeBytes(newTree))) + (await rent(treeConfigBytes))))
  const account = batches.some(({ kind }) => kind === 'account') ? await accountCost(rent) : 0n
  return {
    deployment,
    batches: batches.map(({ kind, size }) =>
      kind === 'account' ? cost(2n, unitsOfCollection, account) : cost(1n, unitsPerMint * BigInt(size), 0n),
    ),
  }
}

/** Rent and fee of an NFT that is an account, as a collection is one. */
async function accountCost(rent: (bytes: number) => Promise<bigint>): Promise<bigint> {
  const rents = await Promise.all(collectionAccounts.map(rent))
  return rents.reduce((all, one) => all + one, metadataFee)
}
