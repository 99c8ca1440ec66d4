import module from "node:module";

// Node keeps what it compiled for the next run, from version 22.1 on.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
