/** Stand-in for what Andes expects of WSO2 Carbon: the names of the one tenant. */
package org.wso2.carbon.utils.multitenancy;
