import { MPL_BUBBLEGUM_PROGRAM_ID } from '@metaplex-foundation/mpl-bubblegum'
import { PublicKey } from '@solana/web3.js'
import type { ClaimedLeaf } from '../../family/assets.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { claimedNode } from './changes.ts'
import { rootOver } from './merkle.ts'
import { keptChanges, newestRoots, type TreeHead, treeHeads } from './state.ts'

/** Ours: change logs read for one answer. Each is up to 2 MB, and is needed only if the tree is being changed meanwhile. */
const logsAtMost = 4

const bubblegum = new PublicKey(MPL_BUBBLEGUM_PROGRAM_ID)

/** See `AssetsClient.treeChanges`. */
export async function treeChanges(rpc: SolanaRpc, trees: readonly string[]): Promise<(number | null)[]> {
  return (await treeHeads(rpc, trees)).map((head) => head?.changes ?? null)
}

/**
 * See `AssetsClient.proved`. A proof is valid for the newest root, or for an older root in the tree's log if the leaf's place was not changed
 * since.
 */
export async function provedLeaves(rpc: SolanaRpc, claims: readonly ClaimedLeaf[]): Promise<(number | null)[]> {
  const trees = [...new Set(claims.map(({ tree }) => tree))]
  const heads = new Map<string, TreeHead>()
  for (const [place, head] of (await treeHeads(rpc, trees)).entries()) {
    const tree = trees[place]
    // Anybody can make a tree with arbitrary leaves: only leaves of Bubblegum's trees are NFTs.
    if (tree !== undefined && head?.authority === authorityOf(tree)) heads.set(tree, head)
  }
  const known = [...heads]
  const roots = await newestRoots(rpc, known)
  const newest = new Map(known.map(([tree], place) => [tree, roots[place]]))
  const expected = claims.map((claim) => rootOf(claim, heads.get(claim.tree)))
  const answers = claims.map(({ tree }, place) => {
    const root = expected[place]
    return root !== null && root === newest.get(tree) ? (heads.get(tree)?.changes ?? null) : null
  })
  const open = (tree: string) =>
    claims.some((claim, place) => claim.tree === tree && answers[place] === null && expected[place])
  for (const [tree, head] of known.filter(([tree]) => open(tree)).slice(0, logsAtMost)) {
    const log = await keptChanges(rpc, tree, head)
    if (log === null) continue
    for (const [at, claim] of claims.entries()) {
      if (claim.tree !== tree || answers[at] !== null) continue
      const since = log.kept.findIndex(({ root }) => root === expected[at])
      if (since >= 0 && log.kept.slice(0, since).every(({ place }) => place !== claim.place))
        answers[at] = log.head.changes
    }
  }
  return answers
}

/** The root that a claim's proof leads to, in hex; null if the claim does not fit its tree. */
function rootOf(claim: ClaimedLeaf, head: TreeHead | undefined): string | null {
  const { tree, place, address, proof } = claim
  if (head === undefined || proof.length !== head.depth || place >= 2 ** head.depth) return null
  if (assetAt(tree, place) !== address) return null
  const nodes = proof.map((node) => Buffer.from(node, 'hex'))
  return Buffer.from(rootOver(claimedNode(claim), nodes, place)).toString('hex')
}

/** Bubblegum's account of a tree (TreeConfig). */
function authorityOf(tree: string): string {
  return PublicKey.findProgramAddressSync([new PublicKey(tree).toBytes()], bubblegum)[0].toBase58()
}

/** The asset id of the leaf at a place of a tree (Bubblegum's PDA). */
function assetAt(tree: string, place: number): string {
  const nonce = Buffer.alloc(8)
  nonce.writeBigUInt64LE(BigInt(place))
  const seeds = [Buffer.from('asset'), new PublicKey(tree).toBytes(), nonce]
  return PublicKey.findProgramAddressSync(seeds, bubblegum)[0].toBase58()
}
