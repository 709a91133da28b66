/** The one place where the parts of the core are put together. */

import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext } from './api/app/context.ts'
import { tellMinting } from './api/app/minting-events.ts'
import { appRoutes } from './api/app/routes.ts'
import { answerClientError } from './api/http/error-handling.ts'
import { readServer } from './api/http/public-address.ts'
import { openRequestLog } from './api/http/request-log.ts'
import { composeEnded } from './api/resources/actions/ended-actions.ts'
import { createServer } from './api/server.ts'
import { openBackups } from './backup/backups.ts'
import { keptNetworks } from './chains/custom-networks.ts'
import { practiceLacksOf } from './chains/families.ts'
import { knownNetworks } from './chains/networks.ts'
import { readAnswerBound } from './chains/rpc/answers.ts'
import type { Core, CoreOptions } from './core-options.ts'
import { openHub } from './events/hub.ts'
import { lazyWebhookSender } from './events/lazy-webhook-sender.ts'
import { projectEvents } from './events/project-events.ts'
import { openWebhooks } from './events/webhooks.ts'
import { workFollower } from './events/work.ts'
import { ipfsAddress } from './holdings/ipfs-address.ts'
import { removeApiFile, writeApiFile } from './host/api-file.ts'
import { onceDiskHasRoom } from './host/disk-room.ts'
import { boundHeapGrowth } from './host/heap-growth.ts'
import { listen } from './host/listen.ts'
import { lockDataDir } from './host/lock.ts'
import { openLog } from './host/log.ts'
import { networkFolderWarning } from './host/network-file-system.ts'
import { checkRuntime } from './host/runtime.ts'
import { type StartStep, takeSteps } from './host/start-steps.ts'
import { lazyEngine } from './lazy-engine.ts'
import { endInReverse } from './lib/end-in-reverse.ts'
import { openedFiles } from './lib/opened-files.ts'
import { parseAllowedHosts } from './metadata/addresses.ts'
import { openContentStore } from './metadata/content-store.ts'
import { openStorage } from './metadata/storage.ts'
import { openThumbnails } from './metadata/thumbnails/open-thumbnails.ts'
import { openHandOvers } from './minting/hand-overs/hand-overs.ts'
import type { Minting } from './minting/minting.ts'
import { createRunControl } from './minting/runs/control.ts'
import { openAccess } from './open-access.ts'
import { openSpreadsheets } from './open-spreadsheets.ts'
import { programFolders } from './practice/solana/program-files.ts'
import { programFiles } from './program-files.ts'
import { addCustomNetwork, listCustomNetworks, removeCustomNetwork } from './store/installation/custom-networks.ts'
import { keepLiveSeed, liveSeedFingerprint } from './store/installation/live-seed.ts'
import { firstProject } from './store/installation/projects.ts'
import { findRun } from './store/journal/runs/runs.ts'
import { isWorkOutsideRuns } from './store/outbox/under-way.ts'
import { openStore } from './store/sqlite/open.ts'
import { submissionReader } from './verification/submissions.ts'
import { openVerifications } from './verification/verifications.ts'
import { arweaveAccount } from './wallets/arweave-account.ts'
import { noKeychain } from './wallets/keychain.ts'
import { openPracticeSeed } from './wallets/seed.ts'
import { openVault } from './wallets/vault.ts'

export type { Core, CoreOptions }

/**
 * Opens the core on a data folder, at most one at a time, and continues all unfinished work.
 *
 * @throws CoreError with one sentence for a person: `runtime.old`, `data.unusable`, `data.exposed`, `data.locked`, `data.restoring`,
 *   `store.newer`, `store.older`, `store.unusable`, `runtime.platform`, `server.host`, `server.publicUrl`, `server.proxy`, `server.people`,
 *   `port.taken`, `port.forbidden`; `SeedFileError` for a damaged seed.
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  checkRuntime(process.versions)
  boundHeapGrowth()
  const endings: (() => unknown)[] = []
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= endInReverse(endings)
    return closed
  }
  try {
    return await assemble(options, (end) => endings.push(end), close)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Opens the parts. Each registers how it is closed (`atEnd`); they close in the reverse order. */
async function assemble(
  options: CoreOptions,
  atEnd: (end: () => unknown) => void,
  close: () => Promise<void>,
): Promise<Core> {
  const { dataDir, version, resourcesDir, env, trial } = options
  const programFile = trial?.programFile ?? programFiles(dirname(resourcesDir))
  const server = readServer(options.server ?? {})
  const lock = lockDataDir(dataDir)
  atEnd(() => lock.release())
  const log = options.log ?? openLog(env)
  const networkFolder = networkFolderWarning(dataDir)
  const clock = Date.now
  const openedAt = clock()
  const storeFile = join(dataDir, 'mintdesk.db')
  const store = openStore(storeFile, { checkpointProgram: programFile('checkpoint-worker'), log })
  atEnd(() => store.close())
  const { db } = store
  await firstProject(db, clock())
  const mnemonic = await openPracticeSeed(dataDir)
  const vault = await openVault({
    dataDir,
    env,
    practice: mnemonic,
    known: () => liveSeedFingerprint(db),
    keychain: options.keychain ?? noKeychain,
    clock,
    log,
    cost: trial?.vaultCost,
  })
  atEnd(() => vault.close())
  let url = ''
  const { sessions, people, signIn, passkeys, origins } = await openAccess({
    ...{ db, dataDir, clock, server, url: () => url, passwordCost: trial?.passwordCost },
    atEnd,
  })
  const events = await openHub(db, clock, log)
  const work = workFollower({
    changed: options.onWork ?? (() => undefined),
    isOutsideRuns: () => isWorkOutsideRuns(db),
    failed: (error) => log.warn({ err: error }, 'what is under way could not be read'),
  })
  atEnd(() => work.close())
  events.hear(work.hear)
  atEnd(() => events.close())
  const tell = projectEvents({ db, events, log })
  const requestLog = openRequestLog(db, tell.requests, log)
  atEnd(() => requestLog.close())

  const content = await openContentStore(join(dataDir, 'content'))
  const storage = openStorage({ db, content, clock, account: () => arweaveAccount(vault.seed()) })
  atEnd(() => storage.close())
  const importsDir = join(dataDir, 'imports')
  const programs = programFolders(dataDir, env)
  const practiceLacks = practiceLacksOf(programs)
  const kept = keptNetworks(await listCustomNetworks(db))
  const known = knownNetworks(kept)

  const runControl = createRunControl(db, { wake: (collectionPk) => engine.wake(collectionPk) }, clock)
  const minting: Pick<Minting, 'notice'> = { notice: (...of) => engine.notice(...of) }
  const webhooks = openWebhooks({
    db,
    clock,
    alarm: (milliseconds, call) => {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    },
    sender: lazyWebhookSender({ allowedHosts: parseAllowedHosts(env.MINTDESK_ALLOW_HOSTS), version }),
    compose: (ended) => composeEnded(db, ended, server?.origin ?? url),
    onChange: ({ id, projectId, turnedOff }) =>
      events.publish(projectId, { type: 'webhook', id, notice: turnedOff ? turnedOffNotice : null }),
    log,
  })
  atEnd(() => webhooks.close())
  const mintingEvents = tellMinting({
    ...{
      db,
      networks: known,
      events,
      runControl,
      clock,
      openedAt,
      log,
      minting,
      base: () => server?.origin ?? url,
      ended: webhooks.wake,
    },
    handOvers: { transferEnded: (pk) => handOvers.transferEnded(pk), changed: (id) => handOvers.changed(id) },
  })
  atEnd(() => mintingEvents.close())
  const engine = lazyEngine(
    async () => {
      const { openEngine } = await import('./open-engine.ts')
      return openEngine({
        known,
        custom: {
          kept,
          keep: (network, urls) => addCustomNetwork(db, network, urls, clock()),
          drop: (chain) => removeCustomNetwork(db, chain),
        },
        dataDir,
        importsDir,
        db,
        content,
        storage,
        mnemonic,
        liveKeys: vault,
        events: mintingEvents,
        onNetwork: tell.network,
        clock,
        log,
        onScan: tell.scan,
        env,
        allowedHosts: env.MINTDESK_ALLOW_HOSTS,
        answerBytes: readAnswerBound(env.MINTDESK_RPC_ANSWER_MIB),
        programs,
        practiceLacks,
        programFile,
        trial,
      })
    },
    known,
    vault,
    practiceLacks,
    log,
    work.woken,
  )
  atEnd(() => engine.close())

  const thumbnails = openThumbnails({
    ...{ dataDir, program: programFile('draw-process'), content, clock, log },
    allowedHosts: env.MINTDESK_ALLOW_HOSTS,
    ipfsAddresses: async (path) =>
      (await engine.parts.providers.gateways()).map((gateway) => ipfsAddress(gateway, path)),
  })
  atEnd(() => thumbnails.close())
  const handOvers = openHandOvers({
    ...{ db, clock, log, ...engine.parts },
    onChange: (projectId, handOver) => {
      events.publish(projectId, { type: 'handOver', handOver })
      // Transfers that a cancelled hand-over gives up end without an event of their own.
      webhooks.wake()
    },
  })
  const { imports, linkTrials, entering, point } = await openSpreadsheets({
    ...{ db, storeFile, dataDir, importsDir, programFile, env, clock, log, trial, events, content, engine, atEnd },
    runChanged: (runId) => mintingEvents.runChanged(runId),
  })

  const opened = openedFiles()
  const verifications = openVerifications({
    ...{ db, env, clock, log, chains: engine.parts.chains, pauseMs: trial?.verificationPauseMs },
    readSubmission: submissionReader(resourcesDir),
  })
  atEnd(() => verifications.close())

  const backups = await openBackups({
    ...{ dataDir, db, vault, clock, log, by: version, onChange: tell.backup },
    workerFile: programFile('backup-worker'),
  })
  atEnd(() => backups.close())

  const context: AppContext = {
    version,
    dataDir,
    db,
    reads: store.reads,
    cache: store.cache,
    commits: store.commits,
    ...engine.parts,
    content,
    storage,
    events,
    sessions,
    people,
    server,
    signIn,
    passkeys,
    origins,
    requestLog,
    webhooks,
    imports,
    openedFiles: opened,
    linkTrials,
    thumbnails,
    runControl,
    entering,
    point,
    openedAt,
    runChanged: (runId) => mintingEvents.runChanged(runId),
    handOvers,
    verifications,
    resetPractice: async (chain) => {
      await engine.resetPractice(chain)
      await work.forget(async (id) => (await findRun(db, id)) !== undefined)
      return handOvers.takeUp()
    },
    fundPractice: (...of) => engine.fundPractice(...of),
    programsInstalled: () => engine.programsInstalled(),
    networks: (kind) => engine.networks(kind),
    rpcs: engine.rpcs,
    custom: engine.custom,
    recovery: engine.recovery,
    vault,
    backups,
    keepLiveSeed: () => keepLiveSeed(db, vault.fingerprint()),
    resourcesDir,
    clock,
    log,
  }
  const app = await createServer(context, {
    webRoot: options.webRoot,
    appRoutes: appRoutes(context),
    allowsOrigin: origins.allows,
    requestLog,
    isOwner: sessions.isOwner,
    server,
  })
  await app.ready()
  const listening = await listen(app.routing, options.port, answerClientError, { host: options.server?.host })
  atEnd(() => listening.close())
  // Ends before the port is closed, so that open event streams end by themselves.
  atEnd(() => app.close())
  url = `http://127.0.0.1:${listening.port}`
  webhooks.start()
  work.woken()
  // The engine loads slowly, and the networks need a second or more to start: the caller gets the core before.
  const ending = new AbortController()
  const takeUp = async (): Promise<void> => {
    await runControl.recover()
    await engine.open()
  }
  const steps: StartStep[] = [
    { of: 'minting', take: () => engine.start() },
    { of: 'the entering of rows', take: () => entering.wake() },
    { of: 'hand-overs', take: () => handOvers.takeUp() },
  ]
  const resumed = nextTurn()
    .then(() => onceDiskHasRoom(takeUp, ending.signal, log))
    .then(() => takeSteps(steps, log))
    .catch((error: unknown) => log.error({ err: error }, 'what was under way could not be taken up'))
  atEnd(() => {
    ending.abort()
    return Promise.all([handOvers.close(), entering.close(), engine.close(), resumed])
  })
  vault.onChange(() => {
    engine.keysChanged()
    tell.vault()
    backups.keysChanged()
  })
  // Not awaited: the system may ask the person first, for any length of time.
  if (vault.hasKeychainSlot() && vault.locked() !== null)
    vault.unlockByKeychain().catch(() => log.warn('the keychain did not open the vault'))
  const { owner, tickets } = sessions
  writeApiFile(dataDir, { pid: process.pid, url, token: owner.token, session: owner.id, key: owner.key, version })
  atEnd(() => removeApiFile(dataDir))
  const locked = vault.locked() ?? undefined
  return {
    url,
    publicUrl: server?.origin,
    notice: [listening.notice, networkFolder].filter((sentence) => sentence !== undefined).join(' ') || undefined,
    locked,
    ticket: tickets.make,
    ticketPage: tickets.page,
    offerFile: opened.offer,
    close,
  }
}

const turnedOffNotice =
  'A webhook was turned off, because everything sent to it failed for five days: put its server right, and turn it on again.'
