import { Alert, Badge, Button, Group, Modal, NavLink, Notification, Progress, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconProgress, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  CheckArt,
  CollectionsArt,
  DropArt,
  LogArt,
  MintArt,
  NotFoundArt,
  RunsArt,
  WalletsArt,
  WebhooksArt,
} from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { KindBadge } from '../ui/kind-badge.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import classes from './parts-page.module.css'

/** A part of the window under the name that designers and code call it by. */
export interface Part {
  name: string
  shows: ReactNode
}

/** Every part; another entry shows another part. */
export const parts: readonly Part[] = [
  {
    name: 'Buttons',
    shows: (
      <Group>
        <Button>Mint 9,985 NFTs on Polygon</Button>
        <Button variant="default">Change</Button>
        <Button variant="subtle">Undo</Button>
        <Button color="red">Burn</Button>
        <Button disabled>Mint</Button>
        <Button loading>Mint</Button>
      </Group>
    ),
  },
  {
    name: 'Field',
    shows: (
      <Group align="flex-start">
        <TextInput label="Name" description="Everybody sees it." defaultValue="Event badges" />
        <TextInput label="Recipient" defaultValue="0x12" error="Copy the whole address." />
      </Group>
    ),
  },
  {
    name: 'State',
    shows: (
      <Group>
        <KindBadge kind="practice" />
        <KindBadge kind="live" />
        <StateBadge word="Minting" color="blue" Icon={IconProgress} />
        <StateBadge word="Finished" color="copper" Icon={IconCircleCheck} />
        <StateBadge word="12 failed" color="red" Icon={IconAlertTriangle} />
        <Badge variant="light" color="green" tt="none" radius="sm">
          Let in
        </Badge>
        <Progress value={42} w={160} aria-label="Minting" />
        <Progress value={100} w={160} color="copper" aria-label="Finished" />
      </Group>
    ),
  },
  {
    name: 'Rail',
    shows: (
      <div style={{ width: 168 }}>
        <NavLink label="Mint" active leftSection={<IconSparkles size={18} aria-hidden />} />
        <NavLink label="Runs" leftSection={<IconProgress size={18} aria-hidden />} />
      </div>
    ),
  },
  {
    name: 'Notice',
    shows: (
      <Alert color="yellow" title="12 rows need you" icon={<IconAlertTriangle size={18} />}>
        Everything else is ready.
      </Alert>
    ),
  },
  {
    name: 'Toast',
    shows: (
      <Notification title="200 NFTs were minted" color="copper" maw={400}>
        See them in Runs.
      </Notification>
    ),
  },
  {
    name: 'Dialog',
    shows: (
      <Modal.Root opened onClose={() => undefined} lockScroll={false} trapFocus={false} withinPortal={false}>
        <div className="panel" style={{ maxWidth: 440 }}>
          <Modal.Header>
            <Modal.Title>Sign out everywhere?</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </Modal.Header>
          <Modal.Body>Every window of this Mintdesk must be opened anew. Runs go on.</Modal.Body>
        </div>
      </Modal.Root>
    ),
  },
  {
    name: 'Empty page',
    shows: (
      <Empty icon={<RunsArt />} title="No runs yet" cure="Drop a spreadsheet on the Mint page to start one.">
        <Button>Go to Mint</Button>
      </Empty>
    ),
  },
  {
    name: 'Illustrations',
    shows: (
      <div className={`panel ${classes.art}`}>
        <DropArt />
        <CheckArt />
        <MintArt />
        <RunsArt />
        <CollectionsArt />
        <WalletsArt />
        <NotFoundArt />
        <LogArt />
        <WebhooksArt />
      </div>
    ),
  },
]
