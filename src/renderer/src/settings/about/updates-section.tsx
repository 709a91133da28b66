import { Button, Progress, Stack, Switch, Text } from '@mantine/core'
import type { NativeBridge } from '../../../../shared/native.ts'
import { type NewVersion, type UpdateState, updateByHand } from '../../../../shared/updates.ts'
import { moment } from '../../ui/format.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { Section } from '../section.tsx'
import { useUpdates } from './use-updates.ts'

/** Which version this is, and whether there is a newer one. */
export function UpdatesSection({ version }: { version: string }) {
  const { native } = window
  return (
    <Section
      id="updates"
      title={`Mintdesk ${version}`}
      about="Which version this is, and whether there is a newer one."
    >
      {native === undefined ? <Text>{updateByHand}</Text> : <OfTheApp native={native} />}
    </Section>
  )
}

function OfTheApp({ native }: { native: NativeBridge }) {
  const view = useUpdates()
  if (view === undefined) return null
  const { state, problem, checkedAt } = view
  if (state.kind === 'never') return <Text>{state.why}</Text>
  const isBusy = state.kind === 'checking' || state.kind === 'downloading'
  return (
    <Stack gap="md" align="flex-start">
      <Stack gap="xs" role="status" w="100%">
        <Found state={state} checkedAt={checkedAt} />
        {problem !== null && (
          <Text c="red" className="breakable">
            {problem}
          </Text>
        )}
      </Stack>
      {state.kind === 'available' && (
        <Button onClick={() => void native.downloadUpdate().catch(sayFailed('The update was not downloaded'))}>
          Download version {state.version}
        </Button>
      )}
      {(state.kind === 'current' || isBusy) && (
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => void native.checkUpdates().catch(sayFailed('It could not be asked for updates'))}
        >
          Ask now
        </Button>
      )}
      <Switch
        label="Ask for newer versions once a day"
        description="The request holds nothing of yours. Nothing is downloaded before you click on it."
        checked={state.kind !== 'off'}
        onChange={(event) =>
          void native.setUpdates(event.currentTarget.checked).catch(sayFailed('The setting was not changed'))
        }
      />
    </Stack>
  )
}

function Found({ state, checkedAt }: { state: UpdateState; checkedAt: string | null }) {
  switch (state.kind) {
    case 'never':
      return null
    case 'off':
      return <Text>Mintdesk does not ask for newer versions.</Text>
    case 'checking':
      return <Text>Asking for a newer version…</Text>
    case 'current':
      return (
        <Text>
          {checkedAt === null ? 'Not asked yet.' : `No newer version is known. Last asked ${moment(checkedAt)}.`}
        </Text>
      )
    case 'available':
      return (
        <>
          <Text>Version {state.version} is there.</Text>
          <Notes of={state} />
        </>
      )
    case 'downloading':
      return (
        <>
          <Text>Downloading version {state.version}…</Text>
          <Progress value={state.percent} aria-label="Downloaded" size="sm" />
        </>
      )
    case 'ready':
      return (
        <>
          <Text>
            {state.waits
              ? `Version ${state.version} is on this computer, and waits: NFTs are being minted or moved, and nothing is installed meanwhile. It is installed when you quit Mintdesk after that.`
              : `Version ${state.version} is on this computer. It is installed when you quit Mintdesk.`}
          </Text>
          <Notes of={state} />
        </>
      )
  }
}

/** The release notes, as plain text. */
function Notes({ of }: { of: NewVersion }) {
  if (of.notes.trim() === '') return null
  return (
    <Text component="div" c="dimmed" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
      {of.notes.trim()}
    </Text>
  )
}
