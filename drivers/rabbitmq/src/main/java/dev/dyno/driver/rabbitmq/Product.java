package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Product and version of a broker, as it reports them.
 *
 * @param name of the product
 * @param version of the product
 * @param cluster name of the cluster; a single node has one, too
 */
record Product(String name, String version, Optional<String> cluster) {

    static Product of(Connection connection) {
        Map<String, Object> said = connection.getServerProperties();
        return new Product(
                String.valueOf(said.get("product")),
                String.valueOf(said.get("version")),
                Optional.ofNullable(said.get("cluster_name")).map(String::valueOf));
    }

    boolean isRabbit() {
        return name.equals("RabbitMQ");
    }

    boolean isQpid() {
        return name.toLowerCase(Locale.ROOT).contains("qpid");
    }

    @Override
    public String toString() {
        return name + " " + version;
    }
}
