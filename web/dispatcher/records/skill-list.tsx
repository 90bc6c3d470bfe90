import { Badge } from '#web/ui/badge.tsx'

/** Skills as badges, or a dash for none. */
export function SkillList({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return <>–</>
  return (
    <span className="flex gap-1 max-md:flex-wrap">
      {skills.map((skill) => (
        <Badge key={skill}>{skill}</Badge>
      ))}
    </span>
  )
}
