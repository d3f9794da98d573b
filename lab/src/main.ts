import { serveLab } from './serve-lab.ts';

await serveLab();
