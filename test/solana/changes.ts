/** Changes of NFTs asked of an engine on Solana, and what wallets of others do to its trees. */

import { randomUUID } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, vi } from 'vitest'
import type { WalletOwner } from '../../src/core/chains/family/wallet-owner.ts'
import type { OwnToken } from '../../src/core/chains/family/work.ts'
import {
  type TokenInstructions,
  tokenInstructionsOf,
} from '../../src/core/chains/solana/instructions/token-instructions.ts'
import type { SolanaAccount } from '../../src/core/chains/solana/key-pair.ts'
import { compileMessage, signTransaction, withBlockhash } from '../../src/core/chains/solana/transactions/message.ts'
import { ownTokenOf } from '../../src/core/minting/transfers/own-token.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { addTransfer } from '../../src/core/store/journal/transfers/transfers.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import type { OpenEngine } from '../minting/open-engine.ts'
import { words } from './world.ts'

/** A user of the world's project, and the account of their wallet. */
export async function userOf(user: string): Promise<{ owner: NonNullable<WalletOwner>; account: SolanaAccount }> {
  const { solana } = await openKeyring(words)
  return { owner: { kind: 'userId', user }, account: solana.user(0, { kind: 'userId', id: user }) }
}

export const mintsOf = ({ db }: OpenEngine) => mintsNow(db).selectAll().orderBy('pk').execute()

/** The NFT of that place in the run, as the journal knows it. */
export async function tokenAt(world: OpenEngine, place: number): Promise<{ pk: number; own: OwnToken }> {
  const { pk } = (await mintsOf(world))[place] ?? { pk: 0 }
  const collection = await collectionByPk(world.db, world.collectionPk)
  const client = await world.chains.client('practice', 'solana')
  const own = await ownTokenOf(world.db, client, collection, pk)
  if (!own) throw new Error(`there is no NFT at ${place}`)
  return { pk, own }
}

/** Asks for an update or a burn; the action's key. */
export async function change(
  world: OpenEngine,
  place: number,
  fields: { uri: string; name: string } | { holder: string; owner: WalletOwner },
): Promise<number> {
  const { pk, own } = await tokenAt(world, place)
  const { token_id: tokenId } = (await mintsOf(world))[place] ?? {}
  const kind = 'uri' in fields ? 'update' : 'burn'
  const action = await addAction(
    world.db,
    {
      ...{ projectId: world.project.id, id: randomUUID(), collectionPk: world.collectionPk, mintPk: pk },
      ...{ kind: kind === 'update' ? 'nfts.update' : 'nfts.delete' },
      work: { kind, contract: own.collection, tokenId, metadata: null, ...fields },
    },
    Date.now(),
  )
  world.engine.wake(world.collectionPk)
  return action
}

/** Asks for a transfer; its key. */
export async function move(
  world: OpenEngine,
  place: number,
  { account, owner }: { account: SolanaAccount; owner: WalletOwner },
  to: string,
): Promise<number> {
  const { pk, own } = await tokenAt(world, place)
  const { network, treasury } = await world.chains.client('practice', 'solana')
  const id = randomUUID()
  const what = { contract: own.address, tokenId: '' }
  const transfer = await addTransfer(
    world.db,
    {
      ...{ projectId: world.project.id, id, chain: 'solana', network, signer: treasury(0), ...what, mintPk: pk },
      work: {
        ...{ kind: 'transfer', by: 'treasury', ...what, standard: 'addressed', quantity: '1' },
        ...{ holder: account.address, owner, to },
      },
      ...{ request: id, since: 0 },
    },
    Date.now(),
  )
  world.engine.wakeTransfer(transfer)
  return transfer
}

/** How an action or a transfer ended. */
export const outcomeOf = ({ db }: OpenEngine, table: 'actions' | 'transfers', pk: number) =>
  vi.waitFor(
    async () => {
      const row = await db.selectFrom(table).selectAll().where('pk', '=', pk).executeTakeFirstOrThrow()
      expect(row.status).not.toBe('pending')
      return { status: row.status, code: row.error_code, message: row.error_message, transaction: row.transaction_pk }
    },
    { timeout: 80_000, interval: 50 },
  )

/** Calls the world's node by itself. */
export async function rpc(world: OpenEngine, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { rpcUrl } = (await world.solana?.start()) ?? {}
  const answer = await fetch(rpcUrl ?? '', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const { result, error } = (await answer.json()) as { result: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

/**
 * A wallet does something by itself, and pays for it: Mintdesk is told nothing. It is final when this resolves, unless nobody waits. `units`
 * makes one of several that would be the same transaction another one.
 */
export async function byThemselves(
  world: OpenEngine,
  account: SolanaAccount,
  build: (instructions: TokenInstructions) => ReturnType<TokenInstructions['burn']>,
  { wait = true, units = 400_000 } = {},
): Promise<void> {
  await rpc(world, 'requestAirdrop', [account.address, 1_000_000_000])
  const { value } = (await rpc(world, 'getLatestBlockhash', [])) as { value: { blockhash: string } }
  const message = compileMessage(account.address, build(tokenInstructionsOf(account.address)), {
    ...{ units, price: 0n },
  })
  const raw = signTransaction(withBlockhash(message, base58.decode(value.blockhash)), [account])
  const options = { encoding: 'base64', skipPreflight: true }
  const signature = await rpc(world, 'sendTransaction', [Buffer.from(raw).toString('base64'), options])
  if (!wait) return
  await vi.waitFor(
    async () => {
      const { value } = (await rpc(world, 'getSignatureStatuses', [[signature]])) as {
        value: ({ err: unknown; confirmationStatus: string } | null)[]
      }
      expect(value).toMatchObject([{ err: null, confirmationStatus: 'finalized' }])
    },
    { timeout: 60_000, interval: 50 },
  )
}

/**
 * One holder of two NFTs moves the first to another wallet by themselves, and then the second so many times to and fro, until its tree has
 * forgotten the first move.
 */
export async function movedBeside(
  world: OpenEngine,
  [holder, other]: readonly [SolanaAccount, SolanaAccount],
  { first, second }: { first: OwnToken; second: OwnToken },
  times: number,
): Promise<void> {
  await byThemselves(world, holder, (by) => by.transfer(first, holder.address, other.address), { wait: false })
  for (let time = 0; time < times; time++) {
    const [from, to] = time % 2 === 0 ? [holder, other] : [other, holder]
    const leaf = second.leafContext && { ...second.leafContext.leaf, owner: from.address }
    const around =
      second.leafContext?.around.map((one) =>
        one.place === first.leafContext?.leaf.place ? { ...one, owner: other.address } : one,
      ) ?? []
    const leafContext = second.leafContext && leaf && { ...second.leafContext, leaf, around }
    await byThemselves(world, from, (by) => by.transfer({ ...second, leafContext }, from.address, to.address), {
      ...{ wait: time === times - 1, units: 400_000 + time },
    })
  }
}

/** The root that a tree has on chain: of the newest of its changes (ConcurrentMerkleTree: header 56, sequence, newest, count; then changes). */
export async function rootOnChain(world: OpenEngine, tree: string, depth: number): Promise<string> {
  const { value } = (await rpc(world, 'getAccountInfo', [tree, { encoding: 'base64' }])) as {
    value: { data: [string, string] }
  }
  const data = Buffer.from(value.data[0], 'base64')
  const newest = Number(data.readBigUInt64LE(56 + 8))
  const at = 56 + 24 + newest * (32 + 32 * depth + 8)
  return data.subarray(at, at + 32).toString('hex')
}
