import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, http, type TestClient } from 'viem'
import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { openKeyring } from '../../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../../src/core/wallets/seed.ts'
import { recipientOf } from '../../minting/open-engine.ts'
import { innerUrl } from '../../practice/inner-url.ts'
import { type KilledCoreOptions, ownersOnChain, polygonClient, unsettled } from '../killed-core.ts'
import { clientWork } from './client-work.ts'
import { coreAtHand, patience, patienceForMaybe } from './core-at-hand.ts'
import type { Comparison, CrashTrial } from './crash-trial.ts'
import type { EvmScenario } from './points.ts'

const quick = { blocks: 60, mintsPerBatch: 8 }
/** In these somebody else acts while something waits for a block: blocks are so far apart that there is time for it, ms. */
const outsiders: ReadonlySet<EvmScenario> = new Set(['fees', 'outside'])
const seldom = 300

/** On polygon and anvil. What a killed core left is the next one's work, too. */
export function evmTrial(dir: string): CrashTrial<EvmScenario> {
  const core = coreAtHand(dir)
  const { until, query, isUnsettled, isBusy } = core
  const { addRun, addMints, addCollection, update, onCopy, takeOver, end, missing } = clientWork(dir, core, {
    chain: 'polygon',
    recipientOf,
  })

  const open = (options: KilledCoreOptions = {}): Promise<void> => core.open({ ...quick, ...options })

  /** Anvil of the core that runs, past its front; of another one it does not answer. */
  async function anvil(): Promise<TestClient> {
    return createTestClient({ mode: 'anvil', transport: http(await innerUrl(dir), { retryCount: 0 }) })
  }

  /** The next block asks more than was signed for what waits for one. */
  async function askMore(): Promise<void> {
    const signed = query<{ fee: string }>(
      `select a.max_fee as fee from attempts a join transactions t on t.pk = a.transaction_pk where t.state in ('signed', 'sent')`,
    )
    const dearest = signed.map(({ fee }) => BigInt(fee)).reduce((one, other) => (one > other ? one : other), 0n)
    if (dearest === 0n) return
    await anvil()
      .then((client) => client.setNextBlockBaseFeePerGas({ baseFeePerGas: 2n * dearest }))
      .catch(() => undefined)
  }

  /** Something else uses the treasury's key: its transaction pays so much that it takes the place of ours. */
  async function spendExternally(): Promise<void> {
    await core.ask(async (running) => {
      const client = await polygonClient(running)
      const account = (await openKeyring(await openPracticeSeed(dir))).treasury(0)
      const serializedTransaction = await account.signTransaction({
        ...{ type: 'eip1559', chainId: 137, gas: 21_000n, to: account.address },
        nonce: await client.getTransactionCount({ address: account.address }),
        ...{ maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: 10n ** 12n },
      })
      await client.sendRawTransaction({ serializedTransaction }).catch((error: unknown) => {
        // A block took it, or ours, in between.
        if (!/nonce|already imported|underpriced/i.test(String(error))) throw error
      })
    })
  }

  async function killAt(point: string, passage: number, scenario: EvmScenario, must: boolean): Promise<boolean> {
    if (scenario === 'copy') {
      await onCopy((again) => open(again ? { killAt: { point, passage } } : {}))
      return core.killedItself(must)
    }
    await open({ killAt: { point, passage }, ...(outsiders.has(scenario) ? { blocks: seldom } : {}) })
    if (scenario === 'deploy') {
      for (let more = 0; more < passage; more++) await addCollection()
    } else if (scenario === 'runs') {
      for (let more = 0; more < passage; more++) await addRun(20)
    } else {
      await addMints(3)
      await addRun(40)
      await update()
    }
    if (outsiders.has(scenario))
      await until(
        async () => {
          await takeOver()
          // What met nobody in time is followed by more to mint.
          if (!isBusy()) await addMints(1)
          else if (isUnsettled()) await (scenario === 'fees' ? askMore() : spendExternally())
          return false
        },
        must ? patience : patienceForMaybe,
      )
    return core.killedItself(must)
  }

  async function killAnywhere(): Promise<boolean> {
    await open()
    if (!isBusy()) await addRun(80)
    await addMints(2)
    await until(async () => {
      await takeOver()
      return unsettled(dir) > 0
    })
    await delay(Math.random() * 400)
    // With the network every other time, which then has all that it answered.
    await core.kill(Math.random() < 0.5)
    return unsettled(dir) > 0
  }

  async function compare(): Promise<Comparison> {
    await open()
    await end()
    const total: Comparison = { mints: 0, onChain: 0, doubles: 0, lost: 0, unfinished: 0 }
    const { running } = core
    if (!running) throw new Error('no core')
    const client = await polygonClient(running)
    const mints = query<{
      collection: string
      contract: string
      id: string
      address: string
      state: string
      token: number | null
    }>(
      `select c.id as collection, c.contract_address as contract, m.id, m.address, ${nowText.state('m')} as state,
         ${nowText.tokenId('m')} as token
       from mints m join collections c on c.pk = m.collection_pk`,
    )
    const held = new Map<string, string[]>()
    for (const contract of new Set(mints.map((mint) => mint.contract))) {
      const owners = await ownersOnChain(client, contract)
      held.set(contract, owners)
      total.onChain += owners.length
      total.doubles += owners.length - new Set(owners).size
    }
    total.mints = mints.length
    for (const { contract, address, state, token } of mints) {
      if (state !== 'succeeded') total.unfinished++
      else if (held.get(contract)?.[(token ?? 0) - 1] !== address.toLowerCase()) total.lost++
    }
    total.lost += missing(new Set(mints.map(({ collection, id }) => `${collection} ${id}`)))
    await core.kill()
    return total
  }

  return { killAt, killAnywhere, compare, close: () => core.kill(true).catch(() => undefined) }
}
