import type { Outcome, Receipt, Work } from '../family.ts'
import { leavesOf, transactionAnswer } from './leaves.ts'
import { ownTokenId, treeTokenId } from './token-ids.ts'

/** What an included transaction did. */
export function outcomeOf(work: Work, receipt: Receipt): Outcome {
  const answer = transactionAnswer.parse(receipt.detail)
  if (!receipt.ok) return { kind: 'failed', code: 'chain.reverted', message: failureText(answer.meta) }
  if (work.kind !== 'mint-tokens') return { kind: 'done' }
  if (work.tree === null) {
    // Who signs comes first: the treasury, which pays, and the token's own key.
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

const knownLines: readonly (readonly [RegExp, string])[] = [
  [/insufficient lamports|insufficient funds/i, 'The treasury has not enough SOL: fund it, and retry.'],
  [/Invalid root recomputed from proof/i, 'The NFT was changed meanwhile by somebody else: read it again, and retry.'],
  [/Tree authority|InsufficientMintCapacity|tree is full/i, 'The tree is full: retry, and another one is made.'],
  [
    /exceeded CUs|exceeded maximum number of instructions|Computational budget exceeded/i,
    'It used more compute than was simulated: retry.',
  ],
]

/** Why a transaction failed, in one sentence, from its logs. */
export function failureText({
  err,
  logMessages,
}: {
  err: unknown
  logMessages?: readonly string[] | null | undefined
}): string {
  const logs = (logMessages ?? []).join('\n')
  const known = knownLines.find(([pattern]) => pattern.test(logs))
  if (known) return known[1]
  const said = /Error Message: (.+?)\.?$/m.exec(logs)?.[1] ?? JSON.stringify(err)
  return `The chain refused it: ${said}.`
}
