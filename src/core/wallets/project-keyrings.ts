import type { ProjectKind } from '../lib/project-kind.ts'
import { type Keyring, keyringOf as keyringOfSeed, openKeyring } from './keyring.ts'
import type { LiveKeys } from './live-keys.ts'

/** The keys of each kind of project. A practice signature must be worthless on a live network, so each kind has a seed of its own. */
export interface ProjectKeyrings {
  /** @throws CoreError `live.seed` while there is no live seed, `vault.locked` while the vault is locked */
  of(kind: ProjectKind): Keyring
  /** Zeroes the live keys in memory; they are derived again at their next use. */
  forgetLive(): void
}

/** Opens the practice keys now, the live ones at their first use. @param mnemonic the words of the practice seed */
export async function openProjectKeyrings(mnemonic: string, liveKeys: LiveKeys): Promise<ProjectKeyrings> {
  const practiceKeys = await openKeyring(mnemonic)
  let opened: { seed: Buffer; keyring: Keyring } | null = null
  const liveKeyring = (): Keyring => {
    const seed = liveKeys.seed()
    if (opened?.seed !== seed) {
      opened?.keyring.forget()
      opened = { seed, keyring: keyringOfSeed(seed) }
    }
    return opened.keyring
  }
  return {
    of: (kind) => (kind === 'practice' ? practiceKeys : liveKeyring()),
    forgetLive() {
      opened?.keyring.forget()
      opened = null
    },
  }
}
