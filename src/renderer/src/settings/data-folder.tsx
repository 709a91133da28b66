import { Button, Code, Group } from '@mantine/core'
import type { AppState } from '../../../shared/app-api.ts'
import { Copy } from '../ui/copy.tsx'
import { sayFailed } from '../ui/say-failed.ts'
import { Section } from './section.tsx'

/** Where the data folder is. */
export function DataFolder({ state }: { state: AppState }) {
  const { native } = window
  return (
    <Section
      id="data-folder"
      title="Data folder"
      about="Projects, runs, files and practice networks lie here. To copy it, close Mintdesk first."
    >
      <Group gap="xs">
        <Code className="breakable">{state.dataDir}</Code>
        <Copy value={state.dataDir} what="path of the data folder" />
        {native && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void native.showDataFolder().catch(sayFailed('The folder could not be opened'))}
          >
            Open the folder
          </Button>
        )}
      </Group>
    </Section>
  )
}
