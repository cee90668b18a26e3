// Written by the agent from the collections it serves. Changes are overwritten.
export type Schema = {
  addresses: {
    columns: {
      city: string
      country: string
      customer_id: number
      id: string
      street: string
    }
    toOne: {
      customer: 'customers'
    }
    toMany: {
      orders: 'orders'
    }
    maxDepth: 2
  }
  categories: {
    columns: {
      id: number
      name: string
      parent_id: number | null
    }
    toOne: {
      parent: 'categories'
    }
    toMany: {
      categories: 'categories'
      products: 'products'
    }
    maxDepth: 2
  }
  customers: {
    columns: {
      balance: number
      birth_date: string | null
      city: string | null
      created_at: string
      email: string
      first_name: string
      full_name: string | null
      id: number
      last_name: string
      preferences: unknown | null
      status: 'active' | 'closed' | 'lead' | 'suspended'
    }
    toOne: {
      address: 'addresses'
    }
    toMany: {
      orders: 'orders'
      reviews: 'reviews'
    }
    maxDepth: 2
  }
  order_items: {
    columns: {
      id: number
      order_id: number
      product_id: number
      quantity: number
      unit_price: number
    }
    toOne: {
      order: 'orders'
      product: 'products'
    }
    toMany: object
    maxDepth: 2
  }
  orders: {
    columns: {
      currency: string
      customer_email: string | null
      customer_id: number
      customer_name: string | null
      hours_to_ship: number | null
      id: number
      note: string | null
      ordered_at: string
      parcels: Array<{ code: string; state: string; seen_at: string }> | null
      reference: string | null
      shipped_at: string | null
      status: 'cancelled' | 'delivered' | 'paid' | 'pending' | 'shipped'
      total: number
    }
    toOne: {
      customer: 'customers'
      delivery_address: 'addresses'
    }
    toMany: {
      order_items: 'order_items'
      products: 'products'
    }
    maxDepth: 2
  }
  product_tags: {
    columns: {
      product_id: number
      tag_id: number
    }
    toOne: {
      product: 'products'
      tag: 'tags'
    }
    toMany: object
    maxDepth: 2
  }
  products: {
    columns: {
      average_rating: number | null
      category_id: number | null
      colours: Array<string>
      description: string | null
      id: number
      name: string
      price: number
      shelf_code: string | null
      sku: string
      stock: number
      supplier_id: number
    }
    toOne: {
      category: 'categories'
      shelf: 'shelves'
      supplier: 'suppliers'
    }
    toMany: {
      order_items: 'order_items'
      reviews: 'reviews'
      tags: 'tags'
    }
    maxDepth: 2
  }
  reviews: {
    columns: {
      body: string | null
      created_at: string
      customer_id: number
      id: number
      product_id: number
      rating: number
      title: string
      verdict: 'bad' | 'fair' | 'good' | null
    }
    toOne: {
      customer: 'customers'
      product: 'products'
    }
    toMany: object
    maxDepth: 2
  }
  scans: {
    columns: {
      id: number
      scanned_at: string
      shelf_code: string
    }
    toOne: {
      shelf: 'shelves'
    }
    toMany: object
    maxDepth: 2
  }
  shelves: {
    columns: {
      chip: Uint8Array | null
      code: string
      product_id: number
      scanned_at: string | null
    }
    toOne: {
      product: 'products'
    }
    toMany: {
      scans: 'scans'
    }
    maxDepth: 2
  }
  suppliers: {
    columns: {
      country: string
      id: number
      is_active: boolean
      name: string
    }
    toOne: object
    toMany: {
      products: 'products'
    }
    maxDepth: 2
  }
  tags: {
    columns: {
      id: number
      label: string
    }
    toOne: object
    toMany: {
      products: 'products'
    }
    maxDepth: 2
  }
}
