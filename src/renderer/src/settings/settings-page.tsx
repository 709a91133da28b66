import { useAppState } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { VaultSection } from '../vault/vault-section.tsx'
import { DataFolder } from './data-folder.tsx'
import { GatewaysSection } from './gateways-section.tsx'
import { NetworksSection } from './networks-section.tsx'
import { OriginsSection } from './origins-section.tsx'
import { ProjectSection } from './project-section.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { TreasurySection } from './treasury-section.tsx'

/** What is set for the installation, and how its parts are. */
export default function SettingsPage() {
  const { data: state, error, refetch } = useAppState()
  return (
    <Page title="Settings">
      {error && !state && (
        <Failure title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!state && !error && <Waiting what="settings" height={120} />}
      {state && (
        <>
          <ProjectSection key={state.project.id} project={state.project} />
          <TreasurySection state={state} />
          <VaultSection />
          <StorageSection kind={state.project.kind} />
          <ProvidersSection kind={state.project.kind} />
          <GatewaysSection />
          <NetworksSection state={state} />
          <OriginsSection />
          <SessionsSection />
          <RecoverySection />
          <DataFolder state={state} />
        </>
      )}
    </Page>
  )
}
