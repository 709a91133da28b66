import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChecklistStepName, Checklist as List, Project } from '../../../../shared/app-api.ts'
import { checklistWords } from '../../../../shared/words/checklist-words.ts'
import { Checklist } from '../../ui/checklist/checklist.tsx'
import { Page } from '../../ui/page.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import { BackupStep } from './backup-step.tsx'
import { BalanceStep } from './balance-step.tsx'
import { MintStep, MintUnderWay } from './mint-step.tsx'
import { NetworkStep } from './network-step.tsx'
import { StorageStep } from './storage-step.tsx'

/** What a live project needs before it mints for others, in place of the Mint page's first screen. */
export default function LiveChecklist({ project, list, onGoOn }: { project: Project; list: List; onGoOn(): void }) {
  const left = list.steps.filter(({ state }) => state !== 'done').length
  const cures: Record<ChecklistStepName, ReactNode> = {
    backup: <BackupStep />,
    storage: <StorageStep projectId={project.id} />,
    balance: <BalanceStep projectId={project.id} list={list} />,
    network: <NetworkStep projectId={project.id} chain={list.chain} />,
    mint: <MintStep list={list} />,
  }
  return (
    <Page
      title="Before you mint with real money"
      about={`${project.name} is live: its NFTs are on public networks for good. Five steps, once.`}
    >
      <Checklist
        label="What this project needs"
        items={list.steps.map(({ name, state, says }) => ({
          ...checklistWords[name],
          ...{ state, says: plainWords(says) },
          cure: state === 'under-way' ? <MintUnderWay /> : cures[name],
        }))}
      />
      {left === 0 && (
        <Group gap="md" role="status">
          <Text fw={600}>Everything is ready.</Text>
          <Button onClick={onGoOn}>Go on to your spreadsheet</Button>
        </Group>
      )}
    </Page>
  )
}
