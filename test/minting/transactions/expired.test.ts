/** When bytes that expire are given up: by the word of RPCs of which one lies about how long they are good, or has thrown its history away. */
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ChainClient, Witnesses } from '../../../src/core/chains/family/family.ts'
import { solanaClient } from '../../../src/core/chains/solana/client.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import type { QueueContext } from '../../../src/core/minting/deps.ts'
import { deadForCertain } from '../../../src/core/minting/transactions/give-up.ts'
import type { Observed } from '../../../src/core/minting/transactions/observed.ts'
import type { AttemptRow, TransactionRow } from '../../../src/core/store/journal/signer-queue.ts'
import { solanaRecipientOf } from '../open-engine.ts'
import { smallLimits } from '../simulated/client.ts'

/** A node as it is, or as it says that it is. */
interface Node {
  finalHeight: number
  /** Blockhashes that its final block takes. */
  takes: readonly string[]
  /** Signatures that it knows. */
  knows: readonly string[]
  /** The time of the first block that it keeps, ms; absent: it keeps all; null: it does not say. */
  keptFrom?: number | null
}

const blockhash = base58.encode(new Uint8Array(32).fill(9))
const honest: Node = { finalHeight: 1_000, takes: [], knows: [] }
const signedAt = Date.UTC(2026, 0, 1)
const minute = 60_000
const day = 1440 * minute

function answersOf(node: Node, method: string, [first, options]: readonly unknown[]): unknown {
  const context = { slot: node.finalHeight + 50 }
  switch (method) {
    case 'getEpochInfo':
      return { absoluteSlot: context.slot, blockHeight: node.finalHeight }
    case 'isBlockhashValid': {
      expect(options).toMatchObject({ commitment: 'finalized' })
      return { context, value: node.takes.includes(z.string().parse(first)) }
    }
    case 'getSignatureStatuses': {
      const of = z.array(z.string()).parse(first)
      const status = { slot: 1, err: null, confirmationStatus: 'confirmed' }
      return { context, value: of.map((hash) => (node.knows.includes(hash) ? status : null)) }
    }
    case 'getTransaction':
      return null
    case 'getFirstAvailableBlock':
      return node.keptFrom === undefined ? 0 : 7
    case 'getBlockTime':
      expect(first).toBe(7)
      return node.keptFrom === null ? null : (node.keptFrom ?? 0) / 1_000
  }
  throw new Error(`nobody asks for ${method}`)
}

function clientOf(node: Node, witnesses?: Witnesses): ChainClient {
  const account = () => ({ address: solanaRecipientOf(1), sign: () => new Uint8Array(64) })
  const rpc: SolanaRpc = {
    call: async (method, params, schema) => schema.parse(answersOf(node, method, params)),
    many: async (method, all, schema) => all.map((params) => schema.parse(answersOf(node, method, params))),
  }
  return solanaClient({
    ...{ network: 'live:solana', confirmations: 32, limits: smallLimits, clock: Date.now, rpc: async () => rpc },
    ...{ treasury: account, named: account, user: account, witnesses },
  })
}

/** Whether the bytes are given up. @param validUntil as the first RPC told when they were signed; @param ageMs how long ago that was */
async function givenUp(validUntil: number, ageMs: number, first: Node, ...others: Node[]) {
  const witnesses: Witnesses = {
    asked: 'first',
    others: others.map((node, place) => ({ name: `other ${place}`, client: async () => clientOf(node) })),
    compared: () => {},
  }
  const client = clientOf(first, others.length > 0 ? witnesses : undefined)
  const message = [1, 0, 0, 2, ...new Uint8Array(64).fill(3), ...base58.decode(blockhash), 0]
  const raw = Buffer.from([1, ...new Uint8Array(64).fill(5), ...message])
  const attempt = { hash: 'ours', raw, valid_until: validUntil, created_at: signedAt }
  const context = { client, queue: {}, deps: { clock: () => signedAt + ageMs, log: { warn: () => {} } } }
  const observed = { doubt: null } as Observed
  const dead = await deadForCertain(
    context as unknown as QueueContext,
    { pk: 1, sequence: 0 } as TransactionRow,
    [attempt as unknown as AttemptRow],
    await client.finalized(),
    observed,
  )
  return { dead, doubt: observed.doubt?.kind ?? null }
}

it('an RPC that says of good bytes that they are too old ends nothing while another still takes their blockhash', async () => {
  const takes = { ...honest, takes: [blockhash] }
  expect(await givenUp(1, 2 * minute, honest, takes)).toEqual({ dead: false, doubt: 'disputed' })
  expect(await givenUp(1, 2 * minute, takes)).toEqual({ dead: false, doubt: null })
})

it('nor while another may not know their blockhash yet', async () => {
  expect(await givenUp(1, minute - 1, honest, honest)).toEqual({ dead: false, doubt: null })
})

it('bytes that no RPC takes or knows any more are given up', async () => {
  expect(await givenUp(900, 2 * minute, honest, honest)).toEqual({ dead: true, doubt: null })
  // What a liar said of their end holds nothing up.
  expect(await givenUp(1, 2 * minute, honest, honest)).toEqual({ dead: true, doubt: null })
  expect(await givenUp(900, 0, honest)).toEqual({ dead: true, doubt: null })
  expect(await givenUp(900, 2 * minute, honest, { ...honest, knows: ['ours'] })).toMatchObject({ dead: false })
})

it('an RPC that has thrown away what happened then does not say that bytes were not included: a person is told', async () => {
  const forgetful = { ...honest, keptFrom: signedAt + day }
  for (const node of [forgetful, { ...honest, keptFrom: signedAt }, { ...honest, keptFrom: null }])
    await expect(givenUp(900, 2 * day, node), String(node.keptFrom)).rejects.toMatchObject({
      code: 'network.incomplete',
      message: expect.stringContaining('all since 2026-01-01 00:00 UTC'),
    })
  expect(await givenUp(900, 2 * day, { ...honest, keptFrom: signedAt - day })).toEqual({ dead: true, doubt: null })
})

it('nor does it confirm what another says, and two of them outvote none that has it', async () => {
  const forgetful = { ...honest, keptFrom: signedAt + day }
  expect(await givenUp(900, 2 * day, honest, forgetful)).toEqual({ dead: false, doubt: 'unconfirmed' })
  expect(await givenUp(900, 2 * day, honest, forgetful, { ...honest, knows: ['ours'] })).toMatchObject({ dead: false })
})
