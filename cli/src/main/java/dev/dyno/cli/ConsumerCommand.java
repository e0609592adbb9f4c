package dev.dyno.cli;

import dev.dyno.report.Sides;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dyno consumer}: the receiving half. */
@Command(
        name = "consumer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Only receive.",
        footer = {"", "Example: dyno consumer --url tcp://localhost:61616 --message-count 1000000 queue://TEST_QUEUE"})
final class ConsumerCommand implements Callable<Integer>, Refusal.Complete {

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
    private ConsumerOptions consumers = new ConsumerOptions();

    @Override
    public Integer call() {
        return new LoadVerb(
                        spec,
                        Sides.CONSUMERS,
                        run,
                        target,
                        resources,
                        faults,
                        profile,
                        new ConsumerTargetOptions(),
                        Optional.empty(),
                        Optional.of(consumers))
                .call();
    }
}
