package dev.dyno.cli;

import dev.dyno.report.Sides;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dyno client}: producers and consumers in one process. */
@Command(
        name = "client",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Send and receive: producers and consumers in one process, or in several with --workers.",
        footer = {
            "",
            "Examples:",
            "  dyno client queue://TEST_QUEUE --duration 10 --show-latency",
            "  dyno client --url tcp://localhost:61616 --rate 30000 --max-pending 100 --warmup 20 --duration 80 queue://TEST_QUEUE",
            "  dyno client --persistent --rate 1000 --duration 20 --reconnect --at 5s kill --at 8s restart queue://TEST_QUEUE"
        })
final class ClientCommand implements Callable<Integer>, Refusal.Complete {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private ResourceOptions resources = new ResourceOptions();

    @Mixin
    private FaultOptions faults = new FaultOptions();

    @Mixin
    private ProfileOptions profile = new ProfileOptions();

    @Mixin
    private ConsumerTargetOptions consumerTarget = new ConsumerTargetOptions();

    @Mixin
    private ProducerOptions producers = new ProducerOptions();

    @Mixin
    private ConsumerOptions consumers = new ConsumerOptions();

    @Mixin
    private WorkersOptions workers = new WorkersOptions();

    @Override
    public Integer call() {
        return new LoadVerb(
                        spec,
                        Sides.BOTH,
                        run,
                        target,
                        resources,
                        faults,
                        profile,
                        consumerTarget,
                        Optional.of(producers),
                        Optional.of(consumers))
                .with(workers)
                .call();
    }
}
