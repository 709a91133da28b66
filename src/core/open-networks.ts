import { join } from 'node:path'
import type { Logger } from 'pino'
import { familyNameOf, isChainName } from '../shared/chains.ts'
import { aptosProjectKeys } from './chains/aptos/keys.ts'
import { aptosPracticeStatus } from './chains/aptos/practice-status.ts'
import { type CustomNetworks, type CustomNetworksOptions, openCustomNetworks } from './chains/custom-networks.ts'
import type { families } from './chains/families.ts'
import type { Chains } from './chains/family/family.ts'
import type { PracticeFamily, PracticeStatus } from './chains/family/practice.ts'
import { type LiveNetworks, type LiveOptions, openLive } from './chains/live.ts'
import { projectKeys } from './chains/solana/keys.ts'
import type { PracticeLacks } from './chains/unavailable.ts'
import { type ChainsOptions, openChains } from './chains.ts'
import { aptosPractice } from './practice/aptos/aptos-family.ts'
import { openAptosNetwork } from './practice/aptos/network.ts'
import { evmPractice, evmPracticeStatus } from './practice/evm-family.ts'
import { openPractice } from './practice/practice.ts'
import { openSolanaNetwork } from './practice/solana/network.ts'
import { solanaPractice, solanaPracticeStatus } from './practice/solana/solana-family.ts'
import type { ProgramFile } from './program-files.ts'
import type { Keyring } from './wallets/keyring.ts'
import type { LiveKeys } from './wallets/live-keys.ts'

export interface NetworksOptions
  extends Omit<LiveOptions, 'account' | 'solanaKeys' | 'aptosKeys' | 'practiceGenesis' | 'override'> {
  /** The folder of the practice networks' state, which is not in the database. */
  practiceDir: string
  /** Storage of the networks that a person adds. */
  custom: Pick<CustomNetworksOptions, 'kept' | 'keep' | 'drop' | 'whileClosed'>
  /** The keys of practice or live projects. @throws CoreError `live.seed`, `vault.locked` */
  keyringOf(kind: 'practice' | 'live'): Keyring
  liveKeys: Pick<LiveKeys, 'unavailable' | 'locked'>
  /** The folders that may contain the programs of Solana's practice network. */
  programs: readonly string[]
  practiceLacks: PracticeLacks
  programFile: ProgramFile
  /** Hashes of block 0 of the practice networks that were used before. */
  knownPracticeGenesis(): Promise<readonly string[]>
  onPractice(status: PracticeStatus): void
  log: Logger
  /** For tests: see `Trial`. */
  blocks?: number | 'manual' | undefined
  anvilPath?: string | undefined
  slotMs?: number | undefined
  override?: ChainsOptions['override'] | undefined
}

/** The networks of all families. */
export interface Networks {
  chains: Chains
  live: LiveNetworks
  practice: PracticeFamily
  custom: CustomNetworks
  close(): Promise<void>
}

/** Opens the networks of all families. None starts before its first use. */
export function openNetworks(options: NetworksOptions): Networks {
  const { practiceDir: dir, networks, keyringOf, log, override, practiceLacks } = options
  const account: ChainsOptions['account'] = (kind, projectIndex, owner) => {
    const keyring = keyringOf(kind)
    return owner
      ? keyring.userAccount(projectIndex, { kind: owner.kind, id: owner.user })
      : keyring.treasury(projectIndex)
  }
  const anvils = openPractice({
    ...{ dir, log, networks, blocks: options.blocks, anvilPath: options.anvilPath },
    onChange(event) {
      // A removed network still reports that it ended.
      if (event.type === 'state' && networks.lack(event.status.chain) === null)
        options.onPractice(evmPracticeStatus(event.status))
    },
  })
  const solana = openSolanaNetwork({
    ...{ programs: options.programs, program: options.programFile('solana-node'), slotMs: options.slotMs, log },
    stateDir: join(dir, 'solana'),
    onChange: (status) => options.onPractice(solanaPracticeStatus(status, practiceLacks('solana'))),
  })
  const aptos = openAptosNetwork({
    ...{ program: options.programFile('aptos-node'), log },
    stateDir: join(dir, 'aptos'),
    onChange: (status) => options.onPractice(aptosPracticeStatus(status)),
  })
  const practice = practiceOf({
    evm: evmPractice(anvils),
    aptos: aptosPractice(aptos),
    solana: solanaPractice(solana, () => practiceLacks('solana')),
  })
  const practiceGenesis = async () => new Set([...practice.genesisHashes(), ...(await options.knownPracticeGenesis())])
  const live = openLive({
    ...options,
    account: (projectIndex, owner) => account('live', projectIndex, owner),
    aptosKeys: (projectIndex) => aptosProjectKeys(() => keyringOf('live'), projectIndex),
    solanaKeys: (projectIndex) => projectKeys(() => keyringOf('live'), projectIndex),
    practiceGenesis,
  })
  const chains = openChains({
    ...{ networks, practice: anvils, live, liveKeys: options.liveKeys, account, practiceLacks },
    aptos: { network: aptos, keys: (projectIndex) => aptosProjectKeys(() => keyringOf('practice'), projectIndex) },
    solana: {
      ...{ network: solana, clock: options.clock },
      keys: (projectIndex) => projectKeys(() => keyringOf('practice'), projectIndex),
    },
    ...(override === undefined ? {} : { override }),
  })
  return {
    ...{ chains, live, practice },
    custom: openCustomNetworks({
      ...{ ...options.custom, practiceGenesis, answerBytes: options.answerBytes },
      async forget(chain) {
        live.forget(chain)
        await practice.forget(chain)
      },
    }),
    async close() {
      await chains.close()
      await solana.close()
      await aptos.close()
    },
  }
}

/** The practice networks of all families as one. */
function practiceOf(all: Readonly<Record<keyof typeof families, PracticeFamily>>): PracticeFamily {
  const each = Object.values(all)
  const of = (chain: string): PracticeFamily => {
    const known: Readonly<Record<string, PracticeFamily>> = all
    const found = isChainName(chain) ? known[familyNameOf(chain)] : undefined
    if (!found) throw new RangeError(`no practice network for ${chain}`)
    return found
  }
  return {
    statuses: () => each.flatMap((one) => one.statuses()),
    genesisHashes: () => each.flatMap((one) => one.genesisHashes()),
    reset: (chain) => of(chain).reset(chain),
    forget: (chain) => of(chain).forget(chain),
    give: (chain, address, amount) => of(chain).give(chain, address, amount),
    recheck() {
      for (const one of each) one.recheck()
    },
    async endLeftBehind() {
      for (const one of each) await one.endLeftBehind()
    },
  }
}
