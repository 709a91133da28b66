import { base58 } from '@scure/base'
import { SystemProgram } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { handoverClient } from '../../../src/core/chains/solana/handover.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'

const [collection, wallet, treasury, multisig, other] = [1, 2, 3, 4, 5].map(solanaRecipientOf) as [
  string,
  string,
  string,
  string,
  string,
]
const system = SystemProgram.programId.toBase58()
const now = 1_800_000_000_000
const hour = 3_600

interface Sent {
  from: string
  to: string
  lamports: bigint
  /** Seconds ago. */
  ago: number
  fails?: boolean
  /** By a program that it calls, as a multisig's is. */
  isInner?: boolean
  /** The node does not know the time of its block. */
  timeless?: boolean
}

/** A node that knows these transactions, newest first, and lists so many at a time. */
function nodeWith(sent: readonly Sent[], pageSize = 1_000): { node: SolanaRpc; read: string[] } {
  const read: string[] = []
  const node: SolanaRpc = {
    async call(_method, [, options], schema) {
      const { before } = options as { before?: string }
      const from = before === undefined ? 0 : Number(before) + 1
      return schema.parse(
        sent.slice(from, from + pageSize).map(({ ago, fails, timeless }, place) => ({
          ...{ signature: String(from + place), err: fails ? { InstructionError: [0, 'Custom'] } : null },
          blockTime: timeless ? null : now / 1_000 - ago,
        })),
      )
    },
    async many(_method, params, schema) {
      return params.map(([hash]) => {
        read.push(String(hash))
        const one = sent[Number(hash)]
        return schema.parse(one ? transaction(one) : null)
      })
    },
  }
  return { node, read }
}

function transaction({ from, to, lamports, isInner = false }: Sent) {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2)
  data.writeBigUInt64LE(lamports, 4)
  const transfer = { programIdIndex: 3, accounts: [1, 2], data: base58.encode(data) }
  const outer = { programIdIndex: 0, accounts: [], data: '' }
  return {
    slot: 1,
    meta: {
      ...{ err: null, fee: 5_000, preBalances: [], postBalances: [], logMessages: [] },
      innerInstructions: isInner ? [{ index: 0, instructions: [transfer] }] : [],
    },
    transaction: {
      message: { accountKeys: [multisig, from, to, system], instructions: [isInner ? outer : transfer] },
    },
  }
}

const clientOf = ({ node }: { node: SolanaRpc }) =>
  handoverClient({ rpc: async () => node, treasury: () => treasury, clock: () => now })

const asked = (() => {
  const { amount } = clientOf(nodeWith([])).acceptance(collection, wallet, 0) as { amount: string }
  return BigInt(amount)
})()
const paid: Sent = { from: wallet, to: treasury, lamports: asked, ago: hour }

it('asks for an amount of its own of each address, above the rent of an empty account', () => {
  const amountOf = (by: string) => clientOf(nodeWith([])).acceptance(collection, by, 0)
  expect(amountOf(wallet)).toEqual({ kind: 'payment', to: treasury, amount: asked.toString() })
  expect(amountOf(other)).not.toEqual(amountOf(wallet))
  expect(asked > 890_880n && asked < 2_000_000n && asked % 1_000n === 0n).toBe(true)
})

it('is asked by a wallet’s payment, and by one that a multisig’s program makes, until 48 hours later', async () => {
  for (const one of [paid, { ...paid, isInner: true }])
    expect(await clientOf(nodeWith([one])).askedUntil(collection, wallet, 0)).toBe(now + 47 * hour * 1_000)
})

it.each([
  ['to somebody else', { ...paid, to: other }],
  ['from somebody else', { ...paid, from: other }],
  ['of another amount', { ...paid, lamports: asked + 1n }],
  ['that failed', { ...paid, fails: true }],
  ['that is two days old', { ...paid, ago: 48 * hour }],
])('is not asked by a payment %s', async (_, one) => {
  expect(await clientOf(nodeWith([one])).askedUntil(collection, wallet, 0)).toBeNull()
})

it('finds the payment behind a transaction whose time the node does not know', async () => {
  const client = clientOf(nodeWith([{ ...paid, lamports: 1n, timeless: true }, paid], 1))
  expect(await client.askedUntil(collection, wallet, 0)).toBe(now + 47 * hour * 1_000)
})

it('finds the payment behind many other transactions, a hundred at a look, and reads none twice', async () => {
  const others = Array.from({ length: 250 }, (): Sent => ({ ...paid, lamports: 1n, ago: 1 }))
  const node = nodeWith([...others, paid, { ...paid, ago: 49 * hour }], 40)
  const client = clientOf(node)
  const looks = [0, 1, 2].map(() => () => client.askedUntil(collection, wallet, 0))
  const found: (number | null)[] = []
  for (const look of looks) found.push(await look())
  expect(found).toEqual([null, null, now + 47 * hour * 1_000])
  expect([node.read.length, new Set(node.read).size]).toEqual([251, 251])
})
