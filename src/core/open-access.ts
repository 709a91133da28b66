/** Controls who may use the core: sessions of windows, people who sign in at a server, and the web pages that may call it. */
import { openSessions } from './api/app/sessions/sessions.ts'
import { openOrigins } from './api/http/origins.ts'
import type { PublicAddress } from './api/http/public-address.ts'
import { CoreError } from './lib/errors.ts'
import { openPasskeys } from './people/passkeys.ts'
import { type PasswordCost, usualPasswordCost } from './people/password.ts'
import { openPeople } from './people/people.ts'
import { openSignIn } from './people/sign-in.ts'
import { countTries } from './people/tries.ts'
import type { Store } from './store/sqlite/open.ts'

export interface AccessDeps {
  db: Store
  dataDir: string
  clock(): number
  /** How other machines reach the core; undefined: not at all. */
  server: PublicAddress | undefined
  /** The core's address on this computer, once it listens. */
  url(): string
  /** For tests: the hashing cost of a password. */
  passwordCost: PasswordCost | undefined
  atEnd(end: () => unknown): void
}

/** @throws CoreError `server.people` for a server at which nobody could sign in */
export async function openAccess({ db, dataDir, clock, server, url, passwordCost, atEnd }: AccessDeps) {
  const sessions = await openSessions(db, dataDir, clock, url)
  atEnd(() => sessions.close())
  const people = openPeople(db, clock)
  if (server !== undefined && !(await people.hasAdmin())) throw nobodyToServe()
  const cost = passwordCost ?? usualPasswordCost
  return {
    sessions,
    people,
    signIn: server && openSignIn({ db, clock, tries: countTries(clock), host: server.hostname, cost }),
    passkeys: server && openPasskeys({ db, clock, server }),
    origins: await openOrigins(db),
  }
}

function nobodyToServe(): CoreError {
  return new CoreError(
    'server.people',
    'Nobody could sign in to this server yet: make a first account with "mintdesk users add <name> --role admin --public-url https://<name>", which prints a link to set a password with.',
  )
}
