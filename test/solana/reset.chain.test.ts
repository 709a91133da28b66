import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, expect, it } from 'vitest'
import type { OpenEngine } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

let world: OpenEngine | undefined
afterEach(() => world?.close())

it('begins the practice network afresh: what was minted and what others did is gone', async () => {
  await newTape('reset')
  world = await openSolana(await temporaryFolder(), nodeFor('reset'))
  await world.addRun(3)
  await ended(world)
  expect(await onChain(world)).toHaveLength(3)
  const { solana } = world
  if (!solana) throw new Error('no network')
  const somebody = Keypair.fromSeed(new Uint8Array(32).fill(7))
  const connect = async () => {
    const { rpcUrl } = await solana.start()
    // Nothing is listened to.
    return new Connection(rpcUrl, { wsEndpoint: 'ws://127.0.0.1:9', commitment: 'confirmed' })
  }
  const connection = await connect()
  await connection.requestAirdrop(somebody.publicKey, 5_000_000_000)
  const gift = SystemProgram.transfer({
    fromPubkey: somebody.publicKey,
    toPubkey: Keypair.fromSeed(new Uint8Array(32).fill(8)).publicKey,
    lamports: 1_000_000_000,
  })
  const signature = await connection.sendTransaction(new Transaction().add(gift), [somebody])
  expect(await connection.getBalance(somebody.publicKey)).toBeLessThan(4_000_000_000)

  await solana.reset({ signatures: new Set(), addresses: new Set() })
  const anew = await connect()
  expect(await anew.getBalance(somebody.publicKey)).toBe(0)
  const { value } = await anew.getSignatureStatuses([signature], { searchTransactionHistory: true })
  expect(value).toEqual([null])
  const [tree] = await world.db.selectFrom('trees').select('address').execute()
  expect(await anew.getAccountInfo(new PublicKey(tree?.address ?? ''))).toBeNull()
})
