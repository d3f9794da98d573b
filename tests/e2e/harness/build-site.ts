import { buildTestSite } from '../../harness/servers/site.ts';

/** Builds the site before the workers begin, whose servers have less time to start than a busy machine needs for a build. */
export default buildTestSite;
