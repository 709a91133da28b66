import { Menu, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import type { AppState, Project } from '../../../shared/app-api.ts'
import { useSwitchProject } from '../api/project.ts'
import { Allowed } from '../ui/allowed.tsx'
import { KindBadge } from '../ui/kind-badge.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import classes from './top-bar.module.css'

/** The shown project, and the way to the others and to a new one. */
export function ProjectSwitcher({ state }: { state: AppState }) {
  const { project, projects } = state
  const choose = useSwitchProject()
  const [asking, { open, close }] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-start" width={320} loop>
        <Menu.Target>
          <UnstyledButton className={classes.switcher} aria-label={`${shownName(project)}. Switch project`}>
            <KindBadge kind={project.kind} explained={false} />{' '}
            {hasOwnName(project) && (
              <Text component="span" fw={600} truncate>
                {project.name}
              </Text>
            )}
            <IconChevronDown size={16} aria-hidden style={{ flex: 'none' }} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Projects</Menu.Label>
          {projects.map((one) => (
            <Menu.Item
              key={one.id}
              onClick={() => one.id !== project.id && choose(one.id)}
              leftSection={<KindBadge kind={one.kind} explained={false} />}
              rightSection={one.id === project.id ? <IconCheck size={16} aria-label="shown now" /> : null}
              aria-current={one.id === project.id ? 'true' : undefined}
            >
              <Text component="span" className="breakable">
                {one.name}
              </Text>
            </Menu.Item>
          ))}
          <Allowed right="admin">
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
              New project…
            </Menu.Item>
          </Allowed>
        </Menu.Dropdown>
      </Menu>
      <ProjectDialog opened={asking} onClose={close} />
    </>
  )
}

function hasOwnName({ name, kind }: Project): boolean {
  return name.toLowerCase() !== kind
}

/** The visible name, which people who control their computer by voice say. */
function shownName(project: Project): string {
  const kind = project.kind === 'live' ? 'Live' : 'Practice'
  return hasOwnName(project) ? `${kind} ${project.name}` : kind
}
