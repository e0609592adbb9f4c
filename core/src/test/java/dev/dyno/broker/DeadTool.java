package dev.dyno.broker;

import java.nio.file.Path;

/** A tool that starts a broker and then only waits to be killed. */
final class DeadTool {

    private DeadTool() {}

    /** Prints the broker's process id and data folder; takes the dyno home and the recipe's name. */
    public static void main(String[] args) throws Exception {
        ManagedBroker broker = new BrokerLauncher(Path.of(args[0])).start(BrokerSpec.of(args[1]));
        System.out.println(broker.pid() + " " + broker.data());
        broker.onExit().join();
    }
}
