import { Link, Redirect } from 'wouter'
import type { AppState } from '../../../shared/app-api.ts'
import { useAppState } from '../api/context.tsx'
import { Locked, useMay } from '../ui/allowed.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { VaultSection } from '../vault/vault-section.tsx'
import { LoginStartSection } from './about/login-start-section.tsx'
import { UpdatesSection } from './about/updates-section.tsx'
import { BackupsSection } from './backups/backups-section.tsx'
import { CapsSection } from './caps-section.tsx'
import { DataFolder } from './data-folder.tsx'
import { FeeBalanceSection } from './fee-balance-section.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { NetworksSection } from './networks-section.tsx'
import { OriginsSection } from './origins-section.tsx'
import { PasskeysSection } from './people/passkeys-section.tsx'
import { PeopleSection } from './people/people-section.tsx'
import { type SectionName, sectionsOf } from './places.ts'
import { ProjectSection } from './project-section.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { RatesSection } from './rates-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import classes from './settings-page.module.css'
import { StorageSection } from './storage/storage-section.tsx'

/** The settings, one section at a time; without `section`, the first. */
export default function SettingsPage({ section }: { section?: string | undefined }) {
  const { data: state, error, refetch } = useAppState()
  const mayPeople = useMay('admin')
  if (!state)
    return (
      <Page title="Settings">
        {error ? (
          <Failure title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Waiting what="settings" height={120} />
        )}
      </Page>
    )
  const places = sectionsOf(state.project.kind, state.isServer && mayPeople)
  const shown = places.find(({ name }) => name === section)
  if (!shown) return <Redirect to="/settings/general" replace />
  return (
    <Page title="Settings">
      <div className={classes.settings}>
        <nav className={classes.list} aria-label="Sections of the settings">
          {places.map(({ name, path, word }) => (
            <Link
              key={name}
              href={path}
              className={classes.place}
              aria-current={name === shown.name ? 'page' : undefined}
            >
              {word}
            </Link>
          ))}
        </nav>
        <div className={classes.shown}>
          <Locked right="admin">
            <Sections name={shown.name} state={state} />
          </Locked>
          {shown.name === 'general' && state.person && <PasskeysSection />}
          {shown.name === 'general' && <SessionsSection />}
        </div>
      </div>
    </Page>
  )
}

function Sections({ name, state }: { name: SectionName; state: AppState }) {
  const { kind } = state.project
  switch (name) {
    case 'general':
      return <ProjectSection key={state.project.id} project={state.project} />
    case 'people':
      return <PeopleSection />
    case 'fee-balance':
      return (
        <>
          <FeeBalanceSection state={state} />
          <CapsSection key={state.project.id} kind={kind} />
          {kind === 'live' && <RatesSection state={state} />}
        </>
      )
    case 'keys-and-backup':
      return (
        <>
          <VaultSection />
          <BackupsSection />
          <RecoverySection />
        </>
      )
    case 'storage':
      return <StorageSection kind={kind} />
    case 'networks':
      return (
        <>
          {kind === 'live' && <NetworksSection state={state} />}
          <ProvidersSection kind={kind} />
        </>
      )
    case 'practice':
      return <NetworksSection state={state} />
    case 'advanced':
      return (
        <>
          <GatewaysSection />
          <OriginsSection />
          <DataFolder state={state} />
        </>
      )
    case 'about':
      return (
        <>
          <UpdatesSection version={state.version} />
          {window.native && <LoginStartSection native={window.native} />}
        </>
      )
  }
}
