package dev.dyno.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.RefusedException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    private static Stream<Throwable> of(ApiException... causes) {
        return Stream.of(causes).map(cause -> Failures.of("cannot", new ExecutionException(cause)));
    }

    @Test
    void failuresThatEachNewConnectionWouldHaveAreRefusals() {
        assertThat(of(
                        new SaslAuthenticationException("password"),
                        new TopicAuthorizationException("right"),
                        new InvalidTopicException("name"),
                        new PolicyViolationException("policy"),
                        new UnsupportedVersionException("version")))
                .hasOnlyElementsOfType(RefusedException.class);
    }

    @Test
    void failuresThatMayEndAreNoRefusals() {
        assertThat(of(
                        new UnknownTopicOrPartitionException("topic"),
                        new NotLeaderOrFollowerException("leader"),
                        new InvalidReplicationFactorException("brokers"),
                        new TimeoutException("answer")))
                .doesNotHaveAnyElementsOfTypes(RefusedException.class);
    }
}
