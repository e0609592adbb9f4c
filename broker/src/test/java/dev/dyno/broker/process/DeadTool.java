package dev.dyno.broker.process;

import java.nio.file.Path;

/** A tool that starts a broker and then only waits to be killed. */
final class DeadTool {

    private DeadTool() {}

    /**
     * Prints the broker's process id and data folder, and on a second line its first URL; takes the dyno home, the recipe's name and,
     * maybe, a data folder.
     */
    public static void main(String[] args) throws Exception {
        BrokerSpec spec = BrokerSpec.of(args[1]);
        ManagedBroker broker =
                new BrokerLauncher(Path.of(args[0])).start(args.length > 2 ? spec.withDataDir(Path.of(args[2])) : spec);
        System.out.println(broker.pid() + " " + broker.data());
        System.out.println(broker.urls().values().iterator().next());
        broker.onExit().join();
    }
}
