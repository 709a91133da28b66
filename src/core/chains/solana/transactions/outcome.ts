import type { Outcome } from '../../family/outcome.ts'
import type { Receipt } from '../../family/transactions.ts'
import type { Work } from '../../family/work.ts'
import { ownTokenId, treeTokenId } from '../token-ids.ts'
import { changesOf } from '../trees/changes.ts'
import { leavesOf, type TransactionAnswer, transactionAnswer } from '../trees/leaves.ts'
import { isTokenWork } from './token-work.ts'

/** What an included transaction did. */
export function outcomeOf(work: Work, receipt: Receipt): Outcome {
  const answer = transactionAnswer.parse(receipt.detail)
  if (!receipt.ok) return { kind: 'failed', ...failureOf(answer.meta) }
  if (work.kind !== 'mint-tokens') return { kind: 'done', ...changedBy(work, answer) }
  if (work.tree === null) {
    // Signers come first: the treasury, which pays, then the token's own key.
    const address = answer.transaction.message.accountKeys[1] ?? ''
    return { kind: 'minted', firstTokenId: ownTokenId(address), addresses: [address] }
  }
  const leaves = leavesOf(answer, work.tree.address)
  const [first] = leaves
  if (!first || leaves.length !== work.tokens.length)
    throw new Error(`a transaction put ${leaves.length} leaves into a tree, and ${work.tokens.length} were asked for`)
  return {
    kind: 'minted',
    firstTokenId: treeTokenId(work.tree.ordinal, first.place),
    addresses: leaves.map(({ address }) => address),
    leaves,
  }
}

/** The changes of the token's tree; none for a token that is an account. */
function changedBy(work: Work, answer: TransactionAnswer): Pick<Extract<Outcome, { kind: 'done' }>, 'changes'> {
  const leafContext = isTokenWork(work) ? work.own?.leafContext : null
  return leafContext ? { changes: { tree: leafContext.tree, leaves: changesOf(answer, leafContext.tree) } } : {}
}

/** Logs of the account compression program when a proof does not match the tree's state. */
const stale = /Invalid root recomputed from proof|current leaf value does not match/i

/** Logs of Bubblegum, or of the account compression program, when a tree is full. */
const full = /InsufficientMintCapacity|tree is full/i

const knownLines: readonly (readonly [RegExp, string])[] = [
  [/insufficient lamports|insufficient funds/i, 'The fee balance has not enough SOL: fund it, and try again.'],
  [stale, 'The tree of the NFT was changed meanwhile by something else: it is read again.'],
  [full, 'Something else filled the tree: the NFTs go into another one.'],
  [
    /exceeded CUs|exceeded maximum number of instructions|Computational budget exceeded/i,
    'It used more compute than was simulated: try again.',
  ],
]

/** Why a transaction failed, in one sentence, from its logs. */
export function failureOf({ err, logMessages }: { err: unknown; logMessages?: readonly string[] | null | undefined }): {
  code: string
  message: string
  elsewhere?: true
} {
  const logs = (logMessages ?? []).join('\n')
  const isFull = full.test(logs)
  const code = stale.test(logs) ? 'token.stale' : isFull ? 'tree.full' : 'chain.reverted'
  const known = knownLines.find(([pattern]) => pattern.test(logs))
  if (known) return { code, message: known[1], ...(isFull ? { elsewhere: true } : {}) }
  const said = /Error Message: (.+?)\.?$/m.exec(logs)?.[1] ?? JSON.stringify(err)
  return { code, message: `The chain refused it: ${said}.` }
}
