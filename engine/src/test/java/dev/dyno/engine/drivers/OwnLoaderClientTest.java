package dev.dyno.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.engine.record.EndpointSpecs;
import dev.dyno.model.workload.MessageTemplate;
import dev.dyno.model.workload.ProducerGroup;
import dev.dyno.model.workload.SizeDistribution;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnLoaderClientTest {

    private final ClassLoader own = new URLClassLoader(new URL[0]);
    private final ClassLoader callers = Thread.currentThread().getContextClassLoader();
    private final List<ClassLoader> seen = new ArrayList<>();

    @Test
    void whatADriverDoesSeesItsOwnLoaderAndTheCallerKeepsHis() throws DriverException {
        Client client = new OwnLoaderClient(stub(Client.class, stub(ClientConnection.class, "")), own);
        client.prepare(List.of());
        client.semantics(spec());
        try (ClientConnection connection = client.connect(new ConnectionSpec(Optional.empty(), failure -> {}))) {
            connection.start();
            connection.stop();
            assertThat(seen).hasSize(5).containsOnly(own);
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(callers);
        }
    }

    private static ProducerSpec spec() {
        Destination queue = Destination.parse("queue://Q");
        MessageTemplate message = MessageTemplate.plain(new SizeDistribution.Fixed(100));
        return EndpointSpecs.producer(ProducerGroup.of(List.of(queue), message, parts -> {}), queue);
    }

    @Test
    void everyCallOfAClientAndOfItsConnectionIsPassedOn() {
        assertPassesOn(Client.class, OwnLoaderClient.class);
        assertPassesOn(ClientConnection.class, OwnLoaderClient.class.getDeclaredClasses());
    }

    private static void assertPassesOn(Class<?> type, Class<?>... classes) {
        assertThat(classes).filteredOn(type::isAssignableFrom).singleElement().satisfies(one -> assertThat(
                        one.getDeclaredMethods())
                .extracting(Method::getName)
                .containsAll(
                        Arrays.stream(type.getMethods()).map(Method::getName).toList()));
    }

    @Test
    void theCallerKeepsHisAfterAFailure() {
        assertThatThrownBy(() -> OwnLoaderClient.with(own, () -> {
                    throw new DriverException("no");
                }))
                .hasMessage("no");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(callers);
    }

    /** Notes the loader of each call; what returns a connection returns that one. */
    private <T> T stub(Class<T> type, Object connection) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            seen.add(Thread.currentThread().getContextClassLoader());
            return method.getReturnType() == ClientConnection.class ? connection : null;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
