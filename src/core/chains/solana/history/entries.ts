import { base58 } from '@scure/base'
import { z } from 'zod'
import type { HistoryEntry } from '../../family/history.ts'
import { ownTokenId } from '../token-ids.ts'
import { changeLogged, leafLogged, saysOf } from '../trees/changes.ts'
import { transactionAnswer } from '../trees/leaves.ts'
import { type Asked, askedBy, type Instruction, isOfTrees } from './instructions.ts'

const called = z.object({ accounts: z.array(z.number()), programIdIndex: z.number(), data: z.string() })

/** The fields read of `getTransaction` (encoding json) if its instructions matter. */
export const instructedAnswer = transactionAnswer.extend({
  meta: transactionAnswer.shape.meta.extend({
    innerInstructions: z.array(z.object({ index: z.number(), instructions: z.array(called) })).nullish(),
  }),
  transaction: z.object({
    message: z.object({ accountKeys: z.array(z.string()), instructions: z.array(called) }),
  }),
})
export type InstructedAnswer = z.infer<typeof instructedAnswer>

/** What a transaction did to collections, tokens and trees. */
export function entryOf(hash: string, answer: InstructedAnswer): HistoryEntry {
  const payer = answer.transaction.message.accountKeys[0] ?? ''
  const entry: HistoryEntry = {
    ...{ hash, payer, collections: [], tokens: [], leaves: [], changes: [], updates: [], rewritten: null, moved: [] },
  }
  const asked: Asked[] = []
  for (const instructions of callsOf(answer)) {
    // A log belongs to the Bubblegum instruction before it, whichever program called that.
    let mint: Asked | null = null
    const leaves: { event: NonNullable<ReturnType<typeof leafLogged>>; mint: Asked | null }[] = []
    const changes: NonNullable<ReturnType<typeof changeLogged>>[] = []
    for (const instruction of instructions) {
      const leaf = leafLogged(instruction)
      const change = leaf === null ? changeLogged(instruction) : null
      if (leaf !== null) leaves.push({ event: leaf, mint })
      else if (change !== null) changes.push(change)
      else {
        const one = known(instruction)
        if (one !== null) asked.push(one)
        if (isOfTrees(instruction)) mint = one?.kind === 'leaf' || one?.kind === 'other-leaf' ? one : null
      }
    }
    for (const { tree, ...change } of changes) {
      const says = saysOf(
        leaves.map(({ event }) => event),
        change,
      )
      entry.changes.push({ tree, change: { ...change, says } })
      const logged = leaves.find(({ event, mint }) => mint !== null && Number(event.nonce) === change.place)
      if (logged?.mint?.kind === 'leaf' || logged?.mint?.kind === 'other-leaf') {
        const { mint: by, event } = logged
        entry.leaves.push({
          tree,
          leaf: {
            ...{ place: change.place, address: String(event.id), owner: String(event.owner) },
            dataHash: Buffer.from(event.dataHash).toString('hex'),
            creatorHash: Buffer.from(event.creatorHash).toString('hex'),
          },
          minted: by.kind === 'leaf' ? { collection: by.collection, texts: by.texts } : null,
        })
      }
    }
  }
  const recipients = new Map(asked.flatMap((one) => (one.kind === 'recipient' ? [[one.token, one.recipient]] : [])))
  for (const one of asked) {
    if (one.kind === 'collection') entry.collections.push(one.collection)
    if (one.kind === 'update') entry.updates.push({ tree: one.tree, place: one.place, texts: one.texts })
    if (one.kind !== 'token') continue
    const { token: address, collection, texts } = one
    const recipient = one.recipient ?? recipients.get(address)
    // The token was created and not minted yet: nobody holds it.
    if (recipient === undefined) continue
    entry.tokens.push({ address, collection, texts, recipient, tokenId: ownTokenId(address) })
  }
  return entry
}

/** Null also for unreadable data of a later program version: the counters of trees and collections show what is missing. */
function known(instruction: Instruction): Asked | null {
  try {
    return askedBy(instruction)
  } catch {
    return null
  }
}

/** Each instruction of a transaction with its inner instructions, in order. */
export function callsOf({ meta, transaction: { message } }: InstructedAnswer): Instruction[][] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys = [...message.accountKeys, ...writable, ...readonly]
  const instructionOf = ({ programIdIndex, accounts, data }: z.infer<typeof called>): Instruction => ({
    program: keys[programIdIndex] ?? '',
    accounts: accounts.map((place) => keys[place] ?? ''),
    data: base58.decode(data),
  })
  const inner = new Map((meta.innerInstructions ?? []).map(({ index, instructions }) => [index, instructions]))
  return message.instructions.map((one, index) => [one, ...(inner.get(index) ?? [])].map(instructionOf))
}
