import { z } from 'zod'
import type { Checklist } from '../../../../shared/app-api/checklist.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../../shared/chains.ts'
import { coinOf } from '../../../minting/runs/view.ts'
import { chainsInUse, mintedAndPending } from '../../../store/collections/summaries.ts'
import { readSetting, writeSetting } from '../../../store/installation/settings.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import type { AppContext } from '../context.ts'
import { type ChecklistFacts, checklistSteps } from './steps.ts'

const choices = z.object({
  chain: z.string().nullable(),
  hostsMetadata: z.boolean(),
  /** The networks that passed the test. */
  tested: z.array(z.string()),
})
/** What a person chose and tried on the checklist of a live project. */
export type ChecklistChoices = z.infer<typeof choices>

const keyOf = ({ id }: Pick<Project, 'id'>): string => `checklist ${id}`

export async function readChoices(db: Store, project: Project): Promise<ChecklistChoices> {
  const kept = await readSetting(db, keyOf(project), choices)
  return kept ?? { chain: null, hostsMetadata: false, tested: [] }
}

export async function keepChoices(db: Store, project: Project, kept: ChecklistChoices): Promise<void> {
  await writeSetting(db, keyOf(project), kept)
}

/** The chain that a project begins with: the chosen one, else the first one in use; null: none. */
export async function chainOfChecklist(db: Store, project: Project): Promise<string | null> {
  const { chain } = await readChoices(db, project)
  return chain ?? (await chainsInUse(db, project.id))[0] ?? null
}

/** The project's checklist now; a practice project has none. It asks the network for the balance only while a step depends on it. */
export async function checklistOf(context: AppContext, project: Project): Promise<Checklist> {
  const { db, vault, storage } = context
  if (project.kind !== 'live') return { steps: [], done: true, chain: null, hostsMetadata: false, treasury: null }
  const [{ hostsMetadata, tested }, chain, seed, { service }, counts] = await Promise.all([
    readChoices(db, project),
    chainOfChecklist(db, project),
    vault.state(),
    storage.state(),
    mintedAndPending(db, project.id),
  ])
  const sum = (of: 'minted' | 'pending') => [...counts.values()].reduce((all, one) => all + one[of], 0)
  const minted = sum('minted')
  const treasury = chain === null || minted > 0 ? null : await treasuryOn(context, project, chain)
  const facts: ChecklistFacts = {
    seed,
    storage: { isSet: service !== null, hostsMetadata },
    chainLabel: chain !== null && isChainName(chain) ? chainLabel(chain) : chain,
    balance: treasury === null || typeof treasury === 'string' ? (treasury ?? '') : treasury.balance,
    tested: chain !== null && tested.includes(chain),
    minted,
    pending: sum('pending'),
  }
  const steps = checklistSteps(facts)
  return {
    steps,
    done: steps.every(({ state }) => state === 'done'),
    chain,
    hostsMetadata,
    treasury: typeof treasury === 'string' ? null : treasury,
  }
}

/** The project's fee balance on a chain, or a sentence that says why it is unknown. */
async function treasuryOn(
  { chains }: AppContext,
  project: Project,
  chain: string,
): Promise<string | NonNullable<Checklist['treasury']>> {
  const missing = chains.unavailable(project.kind, chain) ?? chains.locked(project.kind)
  if (missing !== null) return missing
  if (!isChainName(chain)) return `Mintdesk knows no network ${chain}.`
  try {
    const address = (await chains.client(project.kind, chain)).treasury(project.index)
    const balance = await (await chains.reader(project.kind, chain)).balance(address)
    return { address, balance: coinOf(chains.networks, chain)(balance) }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return `${chainLabel(chain)} did not say what is there; test the network below. (${reason})`
  }
}
