import { base58 } from '@scure/base'
import type { z } from 'zod'
import { compressionProgramV2 } from '../instructions/core-instructions.ts'
import { compressionProgram } from '../instructions/instructions.ts'
import { accountAnswer, accountsAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'

/** The head of a tree's account. */
export interface TreeHead {
  depth: number
  /** Who may change the tree: for trees of NFTs, Bubblegum's TreeConfig. */
  authority: string
  /** Its sequence number. */
  changes: number
  /** The index of the newest change in the log. */
  newest: number
  /** Changes in the log now, and at most. */
  kept: number
  buffer: number
}

/** A change in a tree's log. */
interface KeptChange {
  /** The root after the change, in hex. */
  root: string
  /** The changed leaf's place. */
  place: number
}

/**
 * ConcurrentMerkleTreeHeader (kind 1, version 0; buffer, depth, authority, slot), then the tree's sequence number, the index of its newest change,
 * how many changes its log holds, and the log: root, path and place of each.
 */
const layout = {
  ...{ kind: 1, bufferAt: 2, depthAt: 6, authorityAt: 10, changesAt: 56, newestAt: 64, keptAt: 72, logAt: 80 },
  ...{ node: 32, placeBytes: 8 },
} as const
/** Solana's own: accounts in one answer. */
const atOnce = 100

const changeBytes = (depth: number): number => layout.node * (1 + depth) + layout.placeBytes

/** The heads of these trees, in the order asked; null for an account that is no tree of account compression. */
export async function treeHeads(rpc: SolanaRpc, trees: readonly string[]): Promise<(TreeHead | null)[]> {
  const heads: (TreeHead | null)[] = []
  for (let from = 0; from < trees.length; from += atOnce) {
    const part = [trees.slice(from, from + atOnce), sliced(0, layout.logAt)]
    heads.push(...(await rpc.call('getMultipleAccounts', part, accountsAnswer)).value.map(headIn))
  }
  return heads
}

/** The root after each head's newest change, in hex; null if the account is gone. */
export async function newestRoots(
  rpc: SolanaRpc,
  trees: readonly (readonly [tree: string, head: TreeHead])[],
): Promise<(string | null)[]> {
  const answers = await rpc.many(
    'getAccountInfo',
    trees.map(([tree, { newest, depth }]) => [tree, sliced(layout.logAt + newest * changeBytes(depth), layout.node)]),
    accountAnswer,
  )
  return answers.map((answer) => {
    if (answer instanceof Error) throw answer
    return answer.value === null ? null : dataOf(answer.value).toString('hex')
  })
}

/** A tree's head and its log, newest change first; null if there is no tree. A large tree's log has megabytes. */
export async function keptChanges(
  rpc: SolanaRpc,
  tree: string,
  { buffer, depth }: TreeHead,
): Promise<{ head: TreeHead; kept: KeptChange[] } | null> {
  const size = changeBytes(depth)
  const { value } = await rpc.call('getAccountInfo', [tree, sliced(0, layout.logAt + buffer * size)], accountAnswer)
  const head = headIn(value)
  if (value === null || head === null) return null
  const data = dataOf(value)
  const kept = Array.from({ length: Math.min(head.kept, buffer) }, (_, back) => {
    const at = layout.logAt + ((head.newest - back + buffer) % buffer) * size
    return {
      root: data.toString('hex', at, at + layout.node),
      place: data.readUInt32LE(at + layout.node * (1 + depth)),
    }
  })
  return { head, kept }
}

function headIn(account: z.infer<typeof accountAnswer>['value']): TreeHead | null {
  if (account === null || (account.owner !== compressionProgram && account.owner !== compressionProgramV2)) return null
  const data = dataOf(account)
  if (data.length < layout.logAt || data[0] !== layout.kind) return null
  return {
    depth: data.readUInt32LE(layout.depthAt),
    authority: base58.encode(data.subarray(layout.authorityAt, layout.authorityAt + layout.node)),
    changes: Number(data.readBigUInt64LE(layout.changesAt)),
    newest: Number(data.readBigUInt64LE(layout.newestAt)),
    kept: Number(data.readBigUInt64LE(layout.keptAt)),
    buffer: data.readUInt32LE(layout.bufferAt),
  }
}

function dataOf({ data: [text] }: { data: readonly [string, ...string[]] }): Buffer {
  return Buffer.from(text, 'base64')
}

function sliced(offset: number, length: number) {
  return { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset, length } } as const
}
