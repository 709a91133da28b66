import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { lacksEtherscan } from '../../shared/app-api/shared-contracts.ts'
import type { SharedContract as ContractView, Project, SharedContracts } from '../../shared/app-api.ts'
import { isChainName } from '../../shared/chains.ts'
import type { Chains } from '../chains/family/family.ts'
import type { SharedContract, SharedContractsClient } from '../chains/family/shared-contracts.ts'
import { CoreError } from '../lib/errors.ts'
import { chainsInUse } from '../store/collections/summaries.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import { etherscanAt } from './etherscan.ts'
import { ExplorerError } from './explorer-error.ts'
import { keepResult, placeKey, readResults, type VerificationResult } from './results.ts'
import { sourcifyAt } from './sourcify.ts'
import { handedToEtherscan, type SourceToVerify, type VerifyDeps, verifySource } from './verify-source.ts'

export interface Verifications {
  /** The shared contracts of every network that a live project mints on. @throws CoreError `verification.practice` */
  list(project: Project): Promise<SharedContracts>
  /**
   * Begins, in the background, to verify the contracts that are on chain and not verified, or that Etherscan lacks although there is a key for it.
   * Repeating a verification does no harm, so only results survive the core.
   * @param chain null: on all networks of the project
   * @throws CoreError `verification.practice`, `verification.chain`
   */
  start(project: Project, chain: string | null): Promise<SharedContracts>
  /** @throws CoreError `verification.key` */
  setEtherscanKey(project: Project, key: string | null): Promise<SharedContracts>
  close(): Promise<void>
}

export interface VerificationsOptions {
  db: Store
  chains: Pick<Chains, 'reader'>
  /** Reads a file of `resources/contracts/submissions`. */
  readSubmission(file: string): Promise<string>
  env: Readonly<Record<string, string | undefined>>
  clock(): number
  log: Logger
  /** Between two checks of a job, ms; default `usualPause`. */
  pauseMs?: number | undefined
}

const keySetting = 'verification.etherscanKey'
const keyVariable = 'MINTDESK_ETHERSCAN_KEY'
/** Compilers need about ten seconds. */
const usualPause = 2_000

export function openVerifications(options: VerificationsOptions): Verifications {
  const { db, chains, env, clock, log } = options
  const ending = new AbortController()
  const verifying = new Set<string>()
  /** The verifications that were begun: one contract at a time, as the services ask for. */
  let queue = Promise.resolve()
  const sourcifyServer = addressOr(env.MINTDESK_SOURCIFY_URL, 'https://sourcify.dev/server')
  const etherscanServer = addressOr(env.MINTDESK_ETHERSCAN_URL, 'https://api.etherscan.io/v2/api')
  const keptKey = (): Promise<string | undefined> => readSetting(db, keySetting, z.string())
  const usedKey = async (): Promise<string | undefined> => (await keptKey()) ?? env[keyVariable]

  async function networksOf(project: Project): Promise<{ chain: string; client: SharedContractsClient }[]> {
    if (project.kind === 'practice')
      throw new CoreError(
        'verification.practice',
        'Practice networks are on this machine alone, where no explorer reads them: switch to a live project.',
      )
    const found: { chain: string; client: SharedContractsClient }[] = []
    for (const chain of (await chainsInUse(db, project.id)).filter(isChainName)) {
      const client = (await chains.reader('live', chain)).sharedContracts
      if (client) found.push({ chain, client })
    }
    return found
  }

  async function views(project: Project): Promise<ContractView[]> {
    const results = await readResults(db)
    const networks = await networksOf(project)
    return await Promise.all(
      networks.flatMap(({ chain, client }) =>
        client.list.map(async (contract): Promise<ContractView> => {
          const key = placeKey({ chainId: client.chainId, address: contract.address })
          const ended = results.get(key)
          const state = verifying.has(key)
            ? 'verifying'
            : ended?.state === 'verified'
              ? 'verified'
              : await standing(client, contract, ended)
          return { chain, name: contract.name, address: contract.address, ...viewOf(ended), state }
        }),
      ),
    )
  }

  async function list(project: Project): Promise<SharedContracts> {
    const key = await keptKey()
    const fromEnvironment = Boolean(env[keyVariable])
    const services = [sourcifyServer, ...(key || fromEnvironment ? [etherscanServer] : [])]
    return {
      contracts: await views(project),
      services: services.map((url) => new URL(url).host),
      etherscanKey: { kept: key ? `…${key.slice(-4)}` : null, variable: keyVariable, fromEnvironment },
    }
  }

  async function verify({ chainId }: SharedContractsClient, { name, address, submission }: SharedContract) {
    const { signal } = ending
    const place = { chainId, address }
    const key = await usedKey()
    const deps: VerifyDeps = {
      sourcify: sourcifyAt(sourcifyServer, signal),
      etherscan: key ? etherscanAt(etherscanServer, key, signal) : null,
      pause: () => sleep(options.pauseMs ?? usualPause, undefined, { signal }),
    }
    const source: SourceToVerify = { ...place, submission: () => options.readSubmission(submission) }
    const before = (await readResults(db)).get(placeKey(place))
    if (before?.state === 'verified') {
      // The other services are not asked again: the contract stays verified, whatever they would answer now.
      const { explorers, remark } = await handedToEtherscan(deps, source, before.explorers)
      return keepResult(db, place, { ...before, explorers, message: remark, at: clock() })
    }
    const ended = await verifySource(deps, source).then(
      ({ remark, ...verified }): VerificationResult => ({
        ...{ state: 'verified', message: remark, at: clock() },
        ...verified,
      }),
      (error: unknown): VerificationResult => {
        signal.throwIfAborted()
        if (!(error instanceof ExplorerError)) log.error({ err: error, contract: name }, 'a verification failed')
        const message =
          error instanceof ExplorerError ? error.message : 'This failed inside Mintdesk: the log says more. Try again.'
        return { state: 'failed', via: null, match: null, url: null, explorers: [], message, at: clock() }
      },
    )
    await keepResult(db, place, ended)
  }

  /** A key counts as valid even if Etherscan answers that it is used too often. */
  async function tryKey(key: string): Promise<void> {
    try {
      await etherscanAt(etherscanServer, key, ending.signal).tryKey()
    } catch (error) {
      if (!(error instanceof ExplorerError && error.fault === 'limited')) throw error
    }
  }

  return {
    list,
    async start(project, chain) {
      const networks = (await networksOf(project)).filter((one) => chain === null || one.chain === chain)
      if (networks.length === 0)
        throw new CoreError(
          'verification.chain',
          chain === null
            ? 'No collection of this project is on a network with explorers that verify source.'
            : `No collection of this project is on ${chain}, or no explorer verifies source there.`,
        )
      const [results, etherscanKey] = [await readResults(db), await usedKey()]
      const isDone = (ended: VerificationResult | undefined) =>
        ended?.state === 'verified' && !(etherscanKey && lacksEtherscan(ended))
      for (const { client } of networks)
        for (const contract of client.list) {
          const key = placeKey({ chainId: client.chainId, address: contract.address })
          if (verifying.has(key) || isDone(results.get(key))) continue
          if ((await standing(client, contract, undefined)) !== 'unasked') continue
          verifying.add(key)
          queue = queue
            .then(() => verify(client, contract))
            .catch((error: unknown) => {
              if (!ending.signal.aborted) log.error({ err: error }, 'how a verification ended could not be kept')
            })
            .finally(() => verifying.delete(key))
        }
      return await list(project)
    },
    async setEtherscanKey(project, key) {
      const trimmed = key?.trim() ?? ''
      if (trimmed !== '' && !/^[\x21-\x7e]{8,500}$/.test(trimmed))
        throw new CoreError(
          'verification.key',
          'That is no key of Etherscan: copy it again from its page “API Keys”, without spaces.',
        )
      if (trimmed !== '') await tryKey(trimmed)
      await writeSetting(db, keySetting, trimmed === '' ? undefined : trimmed)
      return await list(project)
    },
    async close() {
      ending.abort()
      await queue
    },
  }
}

async function standing(
  client: SharedContractsClient,
  contract: SharedContract,
  ended: VerificationResult | undefined,
): Promise<ContractView['state']> {
  try {
    if (!(await client.isDeployed(contract))) return 'missing'
  } catch {
    return 'unreachable'
  }
  return ended?.state ?? 'unasked'
}

function viewOf(ended: VerificationResult | undefined): Omit<ContractView, 'chain' | 'name' | 'address' | 'state'> {
  if (!ended) return { via: null, match: null, url: null, explorers: [], message: null, at: null }
  const { via, match, url, explorers, message, at } = ended
  return { via, match, url, explorers, message, at: new Date(at).toISOString() }
}

/** The address of the person's own server from the environment, else the usual one. @throws CoreError `verification.address` */
function addressOr(given: string | undefined, usual: string): string {
  if (!given) return usual
  if (URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/$/, '')
  throw new CoreError('verification.address', `${JSON.stringify(given.slice(0, 60))} is not the address of a server.`)
}
