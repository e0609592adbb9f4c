package dev.dyno.cli;

import picocli.CommandLine.Help;

/** Verbs by task, one line each, for the help of {@code dyno} itself. */
final class VerbList {

    private static final String TASKS = """
            Measure
              client               a load that options describe, sent and received
              producer, consumer   one side of it
              capacity             the highest rate that holds, and what limits it
              run                  workload files, each on each broker
              suite                each kind of traffic on one broker
              study                a matrix of runs, with its table and charts
              compare              two setups in turns, or stored runs
            Read results
              explain              a reason of a verdict, and what to do
              history, ui, query   the stored runs, as a list, in a browser, or in SQL
              report               pages, charts and tables of stored runs
              gate                 fail where a run is worse than a baseline
            Prepare
              broker, driver       what Dyno can start and reach, with all settings
              validate             what is wrong with a workload file
              selftest             what Dyno itself costs here, and whether it is right
              worker               a share of a load, on one of several machines
              completion, help     for the shell, for a verb
            """;

    private VerbList() {}

    static String render(Help unused) {
        return TASKS.replace("\n", System.lineSeparator());
    }
}
