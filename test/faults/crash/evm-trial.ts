import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createTestClient, http, type TestClient } from 'viem'
import { readOwner } from '../../../src/core/practice/owner-file.ts'
import { nowText } from '../../../src/core/store/mints-now.ts'
import { recipientOf } from '../../minting/open-engine.ts'
import { ownersOnChain, polygonClient, unsettled } from '../killed-core.ts'
import { clientWork } from './client-work.ts'
import { coreAtHand, patience, patienceForMaybe } from './core-at-hand.ts'
import type { Comparison, CrashTrial } from './crash.ts'
import type { EvmScenario } from './points.ts'

const quick = { blocks: 60, mintsPerBatch: 8 }
/** Between two blocks, ms: what lies below a transaction must go before the next block takes it. */
const blocksOfGap = 700

/** On polygon and anvil. What a killed core left is the next one's work, too. */
export function evmTrial(dir: string): CrashTrial<EvmScenario> {
  const core = coreAtHand(dir)
  const { until, query, isUnsettled, isBusy } = core
  const { addRun, addMints, addCollection, update, onCopy, end, missing } = clientWork(dir, core, {
    chain: 'polygon',
    recipientOf,
  })

  const open = (killAt?: { point: string; passage: number }, blocks = quick.blocks): Promise<void> =>
    core.open({ ...quick, blocks, ...(killAt ? { killAt } : {}) })

  async function anvil(): Promise<TestClient | undefined> {
    const owner = await readOwner(join(dir, 'practice/polygon'))
    if (owner?.port === undefined) return undefined
    return createTestClient({ mode: 'anvil', transport: http(`http://127.0.0.1:${owner.port}`) })
  }

  /** The signer's next sequence on the chain is moved by so many, as if something else had used the key. */
  async function moveSequence(by: number): Promise<void> {
    const client = await anvil()
    const [lane] = query<{ signer: string }>('select signer from transactions limit 1')
    if (!client || !lane) return
    const address = lane.signer as `0x${string}`
    const count = (await client.request({
      method: 'eth_getTransactionCount',
      params: [address, 'latest'],
    } as never)) as string
    await client.setNonce({ address, nonce: Number(count) + by })
  }

  async function killAt(point: string, passage: number, scenario: EvmScenario, must: boolean): Promise<boolean> {
    if (scenario === 'copy') {
      await onCopy((again) => open(again ? { point, passage } : undefined))
      return core.killedItself(must)
    }
    await open({ point, passage }, scenario === 'gap' ? blocksOfGap : quick.blocks)
    if (scenario === 'deploy') {
      for (let more = 0; more < passage; more++) await addCollection()
    } else {
      await addMints(3)
      await addRun(40)
      await update()
    }
    if (scenario === 'fees') {
      // More than the expected fee of the signed ones, for as long as it takes.
      const client = await anvil()
      await until(
        async () => {
          await client?.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 12n })
          return false
        },
        must ? patience : patienceForMaybe,
      )
    } else if (scenario === 'outside') {
      await until(isUnsettled)
      await until(
        async () => {
          await moveSequence(1)
          return false
        },
        must ? patience : patienceForMaybe,
      )
    } else if (scenario === 'gap') {
      await until(() => !isBusy())
      await moveSequence(1)
      await addMints(2)
      await until(isUnsettled)
      await moveSequence(-1)
    }
    return core.killedItself(must)
  }

  async function killAnywhere(): Promise<boolean> {
    await open()
    if (!isBusy()) await addRun(80)
    await addMints(2)
    await until(() => unsettled(dir) > 0)
    await delay(Math.random() * 400)
    await core.kill()
    return unsettled(dir) > 0
  }

  async function compare(): Promise<Comparison> {
    await open()
    await end()
    const total: Comparison = { mints: 0, onChain: 0, doubles: 0, lost: 0, unfinished: 0 }
    const { running } = core
    if (!running) throw new Error('no core')
    // With nothing left to do no network is up: this needs one.
    await running.call('GET', `/api/2022-06-09/wallets/polygon:${recipientOf(0)}/nfts`)
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
