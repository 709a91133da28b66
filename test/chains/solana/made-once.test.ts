/** What is made once at an address of its own: anybody may have sent coin there, which is neither an NFT nor a collection nor a tree. */
import { base58 } from '@scure/base'
import { Message, SystemInstruction, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import type { ChainCall } from '../../../src/core/chains/family/call.ts'
import { solanaClient } from '../../../src/core/chains/solana/client.ts'
import { treeAccount } from '../../../src/core/chains/solana/instructions/tree-account.ts'
import { makeAt } from '../../../src/core/chains/solana/made-once.ts'
import type { SolanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { compileMessage, signTransaction } from '../../../src/core/chains/solana/transactions/message.ts'
import { openMachine } from '../../../src/core/practice/solana/machine.ts'
import { openKeyring } from '../../../src/core/wallets/keyring.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'
import { smallLimits } from '../../minting/simulated/client.ts'

const system = SystemProgram.programId.toBase58()
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const coreProgram = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'
const trees = {
  certified: 'cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK',
  core: 'mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW',
} as const
const [treasury, address] = [solanaRecipientOf(1), solanaRecipientOf(2)]
const dust = 890_880

/** A client whose node has this account wherever it is asked. */
function clientWith(owner: string | null) {
  const answers: Record<string, unknown> = {
    getAccountInfo: owner === null ? null : { data: ['', 'base64'], owner, lamports: dust },
    simulateTransaction: { err: null, logs: [], unitsConsumed: 1_000 },
  }
  const rpc: SolanaRpc = {
    async call(method, _params, schema) {
      if (method === 'getMinimumBalanceForRentExemption') return schema.parse(1)
      if (method === 'getRecentPrioritizationFees') return schema.parse([])
      return schema.parse({ context: { slot: 1 }, value: answers[method] })
    },
    many: async () => [],
  }
  const account = (of: string) => ({ address: of, sign: () => new Uint8Array(64) })
  return solanaClient({
    ...{ network: 'practice:solana', confirmations: 32, limits: smallLimits, clock: Date.now, rpc: async () => rpc },
    ...{ treasury: () => account(treasury), named: () => account(address), user: () => account(treasury) },
  })
}

const texts = { name: 'one', symbol: 'ONE', uri: 'ipfs://one' }

/** What makes an NFT, a collection or a tree; null: it is there. */
const makers: Record<string, (kind: string, owner: string | null) => Promise<ChainCall | null>> = {
  NFT: async (contractKind, owner) => {
    const tokens = [{ recipient: solanaRecipientOf(3), ...texts }]
    const contract = solanaRecipientOf(4)
    const work = { kind: 'mint-tokens', contractKind, contract, jobId: '0x01', tree: null, tokens } as const
    return await clientWith(owner)
      .prepare(work, 0)
      .catch((error: unknown) => {
        expect(error).toMatchObject({ outcome: { kind: 'already-minted', addresses: [address] } })
        return null
      })
  },
  collection: async (contractKind, owner) => {
    const facts = { projectIndex: 0, id: 'c', contractKind, name: 'one', symbol: 'ONE', contractUri: 'ipfs://one' }
    const calls = await clientWith(owner).deploymentCalls({ ...facts, supplyLimit: 0 } as Parameters<
      ReturnType<typeof clientWith>['deploymentCalls']
    >[0])
    return calls[0] ?? null
  },
  tree: async (contractKind, owner) => {
    const facts = { projectIndex: 0, id: 'c', contractKind }
    const client = clientWith(owner)
    const made = client.trees?.treeCall(facts as Parameters<typeof client.trees.treeCall>[0], 0, {
      ...{ depth: 14, buffer: 64, canopy: 0, capacity: 16_384 },
    })
    return (await made) ?? null
  },
}

/** Coin that a call moves from the address to the treasury before anything else. */
function clearedBy(call: ChainCall | null): number {
  const { accountKeys, instructions } = Message.from(Buffer.from(call?.data.slice(2) ?? '', 'hex'))
  const all = instructions.map(
    ({ programIdIndex, accounts, data }) =>
      new TransactionInstruction({
        programId: accountKeys[programIdIndex] ?? SystemProgram.programId,
        keys: accounts.flatMap((place) => {
          const pubkey = accountKeys[place]
          return pubkey ? [{ pubkey, isSigner: false, isWritable: true }] : []
        }),
        data: Buffer.from(base58.decode(data)),
      }),
  )
  const first = all.find(({ programId }) => !programId.toBase58().startsWith('ComputeBudget'))
  if (first?.programId.toBase58() !== system) return 0
  if (SystemInstruction.decodeInstructionType(first) !== 'Transfer') return 0
  const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(first)
  expect([fromPubkey.toBase58(), toPubkey.toBase58()]).toEqual([address, treasury])
  return Number(lamports)
}

describe.each(['certified', 'core'] as const)('of a collection of the kind %s', (kind) => {
  it.each(Object.keys(makers))(
    'a %s is there when its program keeps it, and not for coin at its address',
    async (what) => {
      const make = makers[what]
      if (!make) throw new Error('nothing makes it')
      const keeper = what === 'tree' ? trees[kind] : kind === 'core' ? coreProgram : tokenProgram
      expect(await make(kind, keeper)).toBeNull()
      expect(clearedBy(await make(kind, null))).toBe(0)
      expect(clearedBy(await make(kind, system))).toBe(dust)
    },
  )
})

it('an account is made where coin lies, which goes to the treasury', async () => {
  const { solana } = await openKeyring('test test test test test test test test test test test junk')
  const [payer, tree] = [solana.treasury(0), solana.named(0, 'tree')]
  const size = { depth: 3, buffer: 8, canopy: 0, capacity: 8 }
  const rent = 10_000_000
  const make = treeAccount(payer.address, tree.address, size, rent, trees.certified)
  for (const moved of [false, true]) {
    const machine = openMachine([], null)
    const balances = { [payer.address]: 10n ** 10n, [tree.address]: BigInt(dust) }
    for (const [of, lamports] of Object.entries(balances))
      machine.setAccount(base58.decode(of), {
        ...{ lamports, data: new Uint8Array(), owner: base58.decode(system), executable: false },
      })
    const place = { made: false, coin: moved ? BigInt(dust) : 0n }
    const instructions = makeAt(place, tree.address, payer.address, [make])
    const message = compileMessage(payer.address, instructions, { units: 100_000, price: 0n })
    const { fault } = machine.execute(signTransaction(message, [payer, tree]), true)
    // The system program alone makes no account where coin lies.
    expect(fault === null).toBe(moved)
    const account = machine.account(base58.decode(tree.address))
    expect(base58.encode(account?.owner ?? new Uint8Array())).toBe(moved ? trees.certified : system)
    expect(account?.lamports).toBe(BigInt(moved ? rent : dust))
  }
})
