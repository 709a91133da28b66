/** A new link ends what let somebody in before, also a try that is just being verified. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPeople } from '../../src/core/people/people.ts'
import { openSignIn } from '../../src/core/people/sign-in.ts'
import { countTries } from '../../src/core/people/tries.ts'
import { withFolder } from '../core/trial-core.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { codeOf, password } from './codes.ts'
import { cheap } from './server-core.ts'

it('lets nobody in by a password whose place a new link took while it was verified', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const { db } = store
    const people = openPeople(db, Date.now)
    let meanwhile: (() => Promise<unknown>) | undefined
    let under: Promise<unknown> | undefined
    /** It is asked for the time when the password was found right. */
    const clock = (): number => {
      under ??= meanwhile?.()
      return Date.now()
    }
    const signIn = openSignIn({ db, clock, tries: countTries(Date.now), host: 'mint.example', cost: cheap })
    const { secret } = await people.add('anna', 'admin')
    const totp = (await signIn.offer(secret))?.totpSecret ?? ''
    const accepted = await signIn.accept({ link: secret, password, code: codeOf(totp) }, 'one')
    expect(accepted).toHaveProperty('personId')

    const next = () => signIn.withPassword({ name: 'anna', password, code: codeOf(totp, 30_000) }, 'one')
    meanwhile = () => people.relink('anna')
    expect(await next()).toEqual({ refused: 'wrong' })
    await expect(under).resolves.toHaveProperty('secret')
    await store.close()
  }))
