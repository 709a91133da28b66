import { setTimeout as delay } from 'node:timers/promises'
import { nowText } from '../../../src/core/store/mints-now.ts'
import { appState } from '../../../src/shared/app-api.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'
import { unsettled } from '../killed-core.ts'
import { treeOnChain, uncompressedOnChain } from '../solana-on-chain.ts'
import { clientWork } from './client-work.ts'
import { coreAtHand } from './core-at-hand.ts'
import type { Comparison, CrashTrial } from './crash.ts'
import type { SolanaScenario } from './points.ts'

/** `blocks`: ms of a slot; blockhashes are good for nine seconds. */
const quick = { blocks: 60, mintsPerBatch: 8 }
/** One mint of the API in so many is an account of its own. */
const uncompressedOneIn = 3

/** On Solana with the real programs. What a killed core left is the next one's work, too. */
export function solanaTrial(dir: string): CrashTrial<SolanaScenario> {
  const core = coreAtHand(dir)
  const { until, query, isBusy } = core
  const { addRun, addMints, addCollection, onCopy, resume, end, missing } = clientWork(dir, core, {
    chain: 'solana',
    recipientOf: solanaRecipientOf,
    mint: (ordinal) => ({ compressed: ordinal % uncompressedOneIn !== 0 }),
  })

  async function killAt(point: string, passage: number, scenario: SolanaScenario, must: boolean): Promise<boolean> {
    const killAt = { point, passage }
    if (scenario === 'copy') {
      await onCopy((again) => core.open(again ? { ...quick, killAt } : quick))
      return core.killedItself(must)
    }
    await core.open({ ...quick, killAt, ...(scenario === 'expire' ? { solanaFaults: 'expire' } : {}) })
    if (scenario === 'deploy') for (let more = 0; more < passage; more++) await addCollection()
    else {
      await addMints(3)
      await addRun(30)
    }
    return core.killedItself(must)
  }

  async function killAnywhere(): Promise<boolean> {
    await core.open({ ...quick, solanaFaults: 'all' })
    await resume()
    if (!isBusy()) await addRun(60)
    await addMints(3)
    await until(() => unsettled(dir) > 0)
    await delay(Math.random() * 1_000)
    // The network's process ends with the core; half of the time as suddenly.
    await core.kill(Math.random() < 0.5)
    return unsettled(dir) > 0
  }

  async function compare(): Promise<Comparison> {
    await core.open(quick)
    await end()
    const { running } = core
    if (!running) throw new Error('no core')
    // With nothing left to do no network is up: this needs one.
    await running.call('GET', `/api/2022-06-09/wallets/solana:${solanaRecipientOf(0)}/nfts`)
    const { networks } = appState.parse((await running.call('GET', '/app/state')).json)
    const url = networks.find(({ chain }) => chain === 'solana')?.rpcUrl ?? ''
    const mints = query<{ collection: string; id: string; address: string; state: string; token: string | null }>(
      `select c.id as collection, m.id, m.address, ${nowText.state('m')} as state, m.token_address as token
       from mints m join collections c on c.pk = m.collection_pk`,
    )
    const made = query<{ address: string }>("select address from trees where state = 'made'")
    const collections = query<{ address: string }>(
      'select contract_address as address from collections where contract_address is not null',
    )
    const leaves = await Promise.all(made.map(({ address }) => treeOnChain(url, address)))
    const own = await uncompressedOnChain(url, new Set(collections.map(({ address }) => address)))
    const held = [...leaves.flat(), ...own]
    const owners = held.map(({ owner }) => owner)
    const ownerOf = new Map(held.map(({ address, owner }) => [address, owner]))
    await core.kill()
    return {
      mints: mints.length,
      onChain: held.length,
      doubles: owners.length - new Set(owners).size,
      unfinished: mints.filter(({ state }) => state !== 'succeeded').length,
      lost:
        mints.filter(({ state, token, address }) => state === 'succeeded' && ownerOf.get(token ?? '') !== address)
          .length + missing(new Set(mints.map(({ collection, id }) => `${collection} ${id}`))),
    }
  }

  return { killAt, killAnywhere, compare, close: () => core.kill(true).catch(() => undefined) }
}
