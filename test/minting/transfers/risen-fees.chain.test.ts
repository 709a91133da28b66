import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Address, createTestClient, http } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, openCore } from '../../../src/core/index.ts'
import { openStore } from '../../../src/core/store/sqlite/open.ts'
import { appState, createdKey } from '../../../src/shared/app-api.ts'
import { type Stranger, stranger } from '../../api/foreign.ts'
import { type Caller, callerOf, coreOptions, windowOf } from '../../core/trial-core.ts'
import { innerUrl } from '../../practice/inner-url.ts'
import { until } from '../open-engine.ts'

const chain = 'polygon'
let dataDir: string
let core: Core
let call: Caller
let somebody: Stranger
let blocks: Awaited<ReturnType<typeof startBlocks>>
/** Told at each named point of the journal. */
let onPoint = (_name: string): void => {}

/** Makes the blocks of a network that makes none by itself, one soon after the other. */
async function startBlocks() {
  const door = createTestClient({ mode: 'anvil', transport: http(await innerUrl(dataDir, chain)) })
  let baseFee: bigint | undefined
  let isWanted = true
  let isHeld = false
  const make = async () => {
    while (isWanted) {
      if (baseFee !== undefined) await door.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee })
      await door.mine({ blocks: 1 })
      await delay(40)
    }
    isHeld = true
  }
  let made = make()
  return {
    /** Whether none is made, nor being made. */
    areHeld: () => isHeld,
    async hold(): Promise<void> {
      isWanted = false
      await made
    },
    /** Where they are held, more are made from now on, with this base fee (wei). */
    goOn(fee: bigint): void {
      if (!isHeld) return
      baseFee = fee
      isWanted = true
      isHeld = false
      made = make()
    },
  }
}

/** How often the project's treasury brought a wallet coin. */
async function funds(): Promise<number> {
  const { db, close } = openStore(join(dataDir, 'mintdesk.db'), { migrate: false })
  const rows = await db.selectFrom('transactions').select('pk').where('purpose', '=', 'fund').execute()
  await close()
  return rows.length
}

async function walletOf(userId: string): Promise<Address> {
  return (await call('POST', '/api/v1-alpha1/wallets', { userId, chain })).json.publicKey as Address
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-transfer-fees-'))
  const trial = { blocks: 'manual', chains: { confirmations: 2 }, point: (name: string) => onPoint(name) } as const
  core = await openCore(coreOptions(dataDir, { trial }))
  const window = (await windowOf(core)).call
  const scopes = ['wallets.create', 'wallets:nfts.transfer']
  const { key } = createdKey.parse((await window('POST', '/app/keys', { name: 'test', scopes })).json)
  const { projects } = appState.parse((await window('GET', '/app/state')).json)
  await window('PATCH', `/app/projects/${projects[0]?.id}`, { enterprise: true })
  call = callerOf(core.url, { 'x-api-key': key })
  // Its coin starts the network.
  somebody = await stranger(() => window, chain)
  blocks = await startBlocks()
})
afterAll(async () => {
  await blocks?.hold()
  await core?.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('a wallet is brought more coin where fees rise after its transaction was sent, and sends the same with a higher one', async () => {
  const [ann, bob] = [await walletOf('ann'), await walletOf('bob')]
  const pictures = await somebody.deploy('Foreign721')
  await pictures.write('mint', ann, 1n, 'https://example.com/1')
  let commits = 0
  onPoint = (name) => {
    if (name === 'after commit') commits++
    // The first commit is the coin's. What the wallet sends is signed once no block can take it, and waits in vain from then on.
    if (name === 'before commit' && commits === 1 && !blocks.areHeld()) {
      void blocks.hold()
      throw new Error('a block may still be made')
    }
    if (name === 'after send' && commits === 2) blocks.goOn(400n * 10n ** 9n)
  }
  const input = { chain, fromAddress: ann, toAddress: bob, tokenMintAddress: pictures.address, tokenId: '1' }
  const answer = await call('POST', '/api/v1-alpha1/transfer', input)
  expect(answer).toMatchObject({ status: 202 })
  const { pathname } = new URL(answer.headers.get('location') ?? '')
  const action = await until('the transfer ends', async () => {
    const { json } = await call('GET', pathname)
    return json.status !== 'pending' && json
  })
  expect(action).toMatchObject({ status: 'succeeded' })
  expect(await pictures.read('ownerOf', 1n)).toBe(bob)
  expect(await funds()).toBe(2)
  expect(await somebody.chain.getTransactionCount({ address: ann })).toBe(1)
})
