package dev.dyno.driver.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.RefusedException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.pulsar.client.api.PulsarClientException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static Stream<Throwable> of(PulsarClientException... causes) {
        return Stream.of(causes).map(cause -> Failures.of("cannot", new CompletionException(cause)));
    }

    @Test
    void failuresThatEachNewConnectionWouldHaveAreRefusals() {
        assertThat(of(
                        new PulsarClientException.AuthenticationException("password"),
                        new PulsarClientException.AuthorizationException("right"),
                        new PulsarClientException.NotAllowedException("namespace"),
                        new PulsarClientException.IncompatibleSchemaException("schema"),
                        new PulsarClientException.TopicTerminatedException("topic")))
                .hasOnlyElementsOfType(RefusedException.class);
    }

    @Test
    void failuresThatMayEndAreNoRefusals() {
        assertThat(of(
                        new PulsarClientException.TopicDoesNotExistException("topic"),
                        new PulsarClientException.LookupException("owner"),
                        new PulsarClientException.ProducerBusyException("producer"),
                        new PulsarClientException.ConsumerBusyException("subscription")))
                .doesNotHaveAnyElementsOfTypes(RefusedException.class);
    }
}
