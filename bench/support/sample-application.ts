let count = 0;

/** The eleven keys of an application that nobody has sent yet (specification section 3). */
export function sampleApplication(): Record<string, string | boolean> {
  const unique = `bench-${process.pid}-${++count}`;
  return {
    name: 'Sample Builder',
    email: `${unique}@example.org`,
    linkedin: `https://www.linkedin.com/in/${unique}`,
    sectors: 'Logistics and freight',
    q1: true,
    q2: true,
    q3: true,
    q4: true,
    q5: true,
    q6: true,
    q7: true,
  };
}
