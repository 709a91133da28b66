import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { coinPayload } from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { signedBytes, transactionOf } from '../../../src/core/chains/aptos/transactions/signing.ts'
import { practiceChainId } from '../../../src/core/practice/aptos/ledger/chain.ts'
import { nowText } from '../../../src/core/store/journal/mints-now.ts'
import { openKeyring } from '../../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../../src/core/wallets/seed.ts'
import { appState } from '../../../src/shared/app-api.ts'
import { aptosAddress } from '../../minting/aptos-address.ts'
import { type TokenOnChain, tokensOnChain } from '../aptos-on-chain.ts'
import { type KilledCore, unsettled } from '../killed-core.ts'
import { clientWork } from './client-work.ts'
import { coreAtHand, patience, patienceForAll, patienceForMaybe } from './core-at-hand.ts'
import type { Comparison, CrashTrial } from './crash-trial.ts'
import { nftChanges } from './nft-changes.ts'
import type { AptosScenario } from './points.ts'

/** What an earlier core's node forgot goes out again when the ledger goes on. */
const quick = { mintsPerBatch: 8, aptosFaults: 'others' } as const
/** A core is killed at most so long after something was signed, ms. */
const killedWithinMs = 600
/** NFTs that are changed together; one is moved, the next one burnt. */
const changedTogether = 2

/** On Aptos' practice network, with faults of its node. What a killed core left is the next one's work, too. */
export function aptosTrial(dir: string): CrashTrial<AptosScenario> {
  const core = coreAtHand(dir)
  const { until, query, isUnsettled, isBusy } = core
  const { addRun, addMints, addCollection, update, onCopy, takeOver, resume, end, missing } = clientWork(dir, core, {
    chain: 'aptos',
    recipientOf: aptosAddress,
  })

  const changes = nftChanges<TokenOnChain>(core, {
    ...{ chain: 'aptos', kinds: [{ collection: 'default-aptos' }], recipientOf: aptosAddress },
    ...{ tokenParameter: 'tokenAddress', isUpdated: (now, _collection, uri) => now.uri === uri },
  })

  /** Where the network is, past every proxy; empty while it is not up. */
  async function nodeUrl({ call }: KilledCore): Promise<string> {
    const { networks } = appState.parse((await call('GET', '/app/state')).json)
    return networks.find(({ chain }) => chain === 'aptos')?.rpcUrl ?? ''
  }

  /** Something else uses the treasury's key: its transaction takes the next sequence. */
  async function spendExternally(): Promise<void> {
    const url = await core.ask(nodeUrl)
    if (!url) return
    const treasury = (await openKeyring(await openPracticeSeed(dir))).aptos.treasury(0)
    // The node ends with the core, which may be now.
    const answer = await fetch(`${url}/accounts/${treasury.address}`).catch(() => null)
    if (!answer) return
    const { sequence_number: next } = z.object({ sequence_number: z.string() }).parse(await answer.json())
    const transaction = transactionOf(coinPayload(treasury.address, 0n), {
      ...{ chainId: practiceChainId, sender: treasury.address, sequence: Number(next) },
      ...{ units: 20_000n, price: 100n },
    })
    await fetch(`${url}/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' },
      body: Uint8Array.from(signedBytes(transaction, treasury, null)),
    }).catch(() => undefined)
  }

  async function killAt(point: string, passage: number, scenario: AptosScenario, must: boolean): Promise<boolean> {
    const killAt = { point, passage }
    if (scenario === 'copy') {
      await onCopy((again) => core.open(again ? { ...quick, killAt } : quick))
      return core.killedItself(must)
    }
    const faults = { fees: 'fees', outside: 'drop', work: 'others', deploy: 'others', changes: 'others' } as const
    if (scenario === 'changes') {
      // What is to be changed is minted before.
      await core.open(quick)
      await changes.stock(changedTogether)
      await end()
      await core.kill()
    }
    await core.open({ ...quick, killAt, aptosFaults: faults[scenario] })
    if (scenario === 'changes') {
      await changes.ask(changedTogether)
    } else if (scenario === 'deploy') {
      for (let more = 0; more < passage; more++) await addCollection()
    } else {
      await addMints(3)
      await addRun(40)
      await update()
    }
    if (scenario !== 'deploy' && scenario !== 'changes')
      await until(
        async () => {
          await takeOver()
          // All of a run may end in one round, and what met nobody in time is over: more to mint follows.
          if (!isBusy()) await addMints(1)
          else if (scenario === 'outside' && isUnsettled()) await spendExternally()
          return false
        },
        must ? patience : patienceForMaybe,
      )
    return core.killedItself(must)
  }

  async function killAnywhere(): Promise<boolean> {
    await core.open({ ...quick, aptosFaults: 'all' })
    await resume()
    // What the last ones left is brought on, or something else begins.
    await changes.stock(2 * changedTogether)
    await changes.ask(changedTogether)
    if (!isBusy()) await addRun(80)
    await addMints(2)
    await update()
    await until(async () => {
      await takeOver()
      return unsettled(dir) > 0
    })
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
    await running.call('GET', `/api/2022-06-09/wallets/aptos:${aptosAddress(0)}/nfts`)
    const mints = query<{
      collection: string
      contract: string
      id: string
      address: string
      state: string
      token: string | null
    }>(
      `select c.id as collection, c.contract_address as contract, m.id, m.address, ${nowText.state('m')} as state,
         m.token_address as token
       from mints m join collections c on c.pk = m.collection_pk`,
    )
    const held = await tokensOnChain(await nodeUrl(running))
    const places = new Set(held.map(({ collection, owner }) => `${collection} ${owner}`))
    const standing = new Map(held.map((one) => [one.address, `${one.collection} ${one.owner}`]))
    const undone = query("select 1 from actions where status <> 'succeeded'").concat(
      query("select 1 from transfers where status <> 'succeeded'"),
    )
    const changed = changes.seen(held)
    const moved = new Set(changes.ids())
    await core.kill()
    return {
      mints: mints.length - changed.burnt,
      onChain: held.length,
      changes: changed.changes,
      doubles: held.length - places.size + changed.doubles,
      unfinished: mints.filter(({ state }) => state !== 'succeeded').length + undone.length,
      lost:
        mints.filter(
          ({ id, state, contract, address, token }) =>
            state === 'succeeded' && !moved.has(id) && standing.get(token ?? '') !== `${contract} ${address}`,
        ).length +
        missing(new Set(mints.map(({ collection, id }) => `${collection} ${id}`))) +
        changed.lost,
    }
  }

  return { killAt, killAnywhere, compare, close: () => core.kill(true).catch(() => undefined) }
}
