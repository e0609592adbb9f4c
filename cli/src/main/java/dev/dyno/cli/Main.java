package dev.dyno.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** {@code dyno}: one class per verb. */
@Command(
        name = "dyno",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description =
                "The dynamometer for message brokers: puts a measured load on a broker and says, with a verdict, what it did.",
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        footer = {
            "",
            "Example: dyno client queue://TEST_QUEUE --duration 10 --show-latency",
            "",
            "Each option can be given by an environment variable: --max-pending as DYNO_MAX_PENDING.",
            "Exit status: 0 good, 1 run failed, 2 usage, 3 a threshold was missed, 4 the measurement is invalid."
        },
        subcommands = {
            ClientCommand.class,
            ProducerCommand.class,
            ConsumerCommand.class,
            BrokerCommand.class,
            SelftestCommand.class,
            CommandLine.HelpCommand.class
        })
final class Main implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private Main() {}

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        int status = execute(out, err, System.getenv(), args);
        out.flush();
        System.exit(status);
    }

    /** Runs a command line and returns its exit status. */
    static int execute(PrintStream out, PrintStream err, Map<String, String> environment, String... args) {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        commandLine.setDefaultValueProvider(new EnvironmentTwins(environment));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpLongOptionsMaxWidth(36);
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setParameterExceptionHandler((e, unused) -> {
            err.println("dyno: " + e.getMessage());
            err.println(e.getCommandLine().getCommandSpec().qualifiedName() + " --help lists the options.");
            return Exit.USAGE;
        });
        commandLine.setExecutionExceptionHandler((e, unused, parsed) -> {
            err.println("dyno: internal error, please report it:");
            e.printStackTrace(err);
            return Exit.FAILED;
        });
        return commandLine.execute(args);
    }

    /** The version of the build, from the jar's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"dyno " + text()};
        }

        static String text() {
            String version = Main.class.getPackage().getImplementationVersion();
            return version == null ? "(not built as a jar)" : version;
        }
    }
}
