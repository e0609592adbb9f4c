package dev.dyno.cli;

import dev.dyno.report.Sides;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code dyno producer}: the sending half. */
@Command(
        name = "producer",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Only send.",
        footer = {"", "Example: dyno producer --url tcp://localhost:61616 --rate 10000 --duration 60 queue://TEST_QUEUE"
        })
final class ProducerCommand implements Callable<Integer>, Refusal.Complete {

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
    private ProducerOptions producers = new ProducerOptions();

    @Override
    public Integer call() {
        return new LoadVerb(
                        spec,
                        Sides.PRODUCERS,
                        run,
                        target,
                        resources,
                        faults,
                        profile,
                        new ConsumerTargetOptions(),
                        Optional.of(producers),
                        Optional.empty())
                .call();
    }
}
