import { setTimeout as delay } from 'node:timers/promises'
import { coreLeafHashes } from '../../../src/core/chains/solana/instructions/core-instructions.ts'
import { leafHashes } from '../../../src/core/chains/solana/instructions/instructions.ts'
import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { appState } from '../../../src/shared/app-api.ts'
import { solanaRecipientOf } from '../../minting/open-engine.ts'
import { unsettled } from '../killed-core.ts'
import { type HeldOnChain, type LeafOnChain, treeOnChain, uncompressedOnChain } from '../solana-on-chain.ts'
import { clientWork } from './client-work.ts'
import { coreAtHand } from './core-at-hand.ts'
import type { Comparison, CrashTrial } from './crash-trial.ts'
import { type CollectionShown, nftChanges } from './nft-changes.ts'
import type { SolanaScenario } from './points.ts'

/** `blocks`: ms of a slot; blockhashes are good for nine seconds. */
const quick = { blocks: 60, mintsPerBatch: 8 }
/** For all that two hundred moments left to come to its end on a loaded machine, ms. */
const patienceForAll = 900_000
/** One mint of the API in so many is an account of its own. */
const uncompressedOneIn = 3
/** A core is killed at most so long after something was signed. */
const killedWithinMs = 2_000
/** NFTs that are changed together; of each kind one. */
const changedTogether = 4

/** Collections that NFTs are minted into, by their ids. */
const [certified, ofCore] = ['default-solana', 'core'] as const

/** A leaf says the hash of its metadata alone. */
function isUpdated({ says }: HeldOnChain, { id, address, name, symbol }: CollectionShown, uri: string): boolean {
  if ('uri' in says) return says.uri === uri
  const hashes = id === ofCore ? coreLeafHashes : leafHashes
  return says.dataHash === hashes(address, { name, symbol, uri }).dataHash
}

/** On Solana with the real programs. What a killed core left is the next one's work, too. */
export function solanaTrial(dir: string): CrashTrial<SolanaScenario> {
  const core = coreAtHand(dir)
  const { until, query, isBusy } = core
  const { addRun, addMints, addCollection, onCopy, resume, end, missing } = clientWork(dir, core, {
    chain: 'solana',
    recipientOf: solanaRecipientOf,
    mint: (ordinal) => ({ compressed: ordinal % uncompressedOneIn !== 0 }),
  })
  const changes = nftChanges<HeldOnChain | LeafOnChain>(core, {
    ...{ chain: 'solana', recipientOf: solanaRecipientOf, tokenParameter: 'tokenMintAddress', isUpdated },
    kinds: [certified, ofCore].flatMap((collection) => [true, false].map((compressed) => ({ collection, compressed }))),
    async prepare(request) {
      const metadata = { name: 'Core', symbol: 'C', description: 'x', imageUrl: 'ipfs://bafkqaaa' }
      await request('PUT', `/api/2022-06-09/collections/${ofCore}`, { chain: 'solana', contractKind: 'core', metadata })
    },
  })

  async function killAt(point: string, passage: number, scenario: SolanaScenario, must: boolean): Promise<boolean> {
    const killAt = { point, passage }
    const collection = scenario.startsWith('core') ? ofCore : certified
    const expiring = scenario.includes('expire') ? ({ solanaFaults: 'expire' } as const) : {}
    const changing = scenario.endsWith('changes')
    if (changing || collection === ofCore) {
      // What is to be changed is minted before, and the Core collection is the client's own.
      await core.open(quick)
      await changes.stock(changedTogether)
      await end()
      await core.kill()
    }
    if (scenario === 'copy' || scenario === 'core copy') {
      await onCopy((again) => core.open(again ? { ...quick, killAt } : quick), collection)
      return core.killedItself(must)
    }
    await core.open({ ...quick, killAt, ...expiring })
    if (changing) await changes.ask(changedTogether)
    else if (scenario === 'deploy' || scenario === 'core deploy')
      for (let more = 0; more < passage; more++) await addCollection(collection === ofCore ? 'core' : undefined)
    else {
      await addMints(3, collection)
      await addRun(30, collection)
    }
    return core.killedItself(must)
  }

  async function killAnywhere(): Promise<boolean> {
    await core.open({ ...quick, solanaFaults: 'all' })
    await resume()
    const collection = Math.random() < 0.5 ? certified : ofCore
    // What the last ones left is brought on, or something else begins.
    await changes.stock(2 * changedTogether)
    await changes.ask(changedTogether)
    if (!isBusy()) await addRun(60, collection)
    await addMints(3, collection)
    await until(() => unsettled(dir) > 0)
    await delay(Math.random() * killedWithinMs)
    // The network's process ends with the core; half of the time as suddenly.
    await core.kill(Math.random() < 0.5)
    return unsettled(dir) > 0
  }

  async function compare(): Promise<Comparison> {
    await core.open(quick)
    await until(async () => {
      await changes.askAgain()
      await end()
      return !isBusy() && query("select 1 from runs where state <> 'finished' limit 1").length === 0
    }, patienceForAll)
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
    const changed = changes.seen(held)
    const undone = query("select 1 from actions where status <> 'succeeded'").concat(
      query("select 1 from transfers where status <> 'succeeded'"),
    )
    const moved = new Set(changes.ids())
    await core.kill()
    return {
      mints: mints.length - changed.burnt,
      onChain: held.length,
      changes: changed.changes,
      doubles: owners.length - new Set(owners).size + changed.doubles,
      unfinished: mints.filter(({ state }) => state !== 'succeeded').length + undone.length,
      lost:
        mints.filter(
          ({ id, state, token, address }) =>
            state === 'succeeded' && !moved.has(id) && ownerOf.get(token ?? '') !== address,
        ).length +
        missing(new Set(mints.map(({ collection, id }) => `${collection} ${id}`))) +
        changed.lost,
    }
  }

  return { killAt, killAnywhere, compare, close: () => core.kill(true).catch(() => undefined) }
}
