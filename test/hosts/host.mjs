import 'reflect-metadata';
import serve from './host-app.cjs';

await serve((name) => import(name), process.argv[2], process.argv[3]);
